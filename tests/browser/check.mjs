// SPDX-License-Identifier: GPL-3.0-or-later
// node check.mjs MODULES PAGE.html [PICTURES]: looks at a page in headless Chromium as a phone and as a desk have it, light and
// dark. Nothing may be written to the console or fetched, nothing may stick out to the side, axe-core finds nothing wrong,
// tables sort, everything can be read without scripts, and a hostile name has run nothing. MODULES holds node_modules.
// PICTURES: a folder for a picture of each.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { readFileSync } from 'node:fs';

const [modules, page_name, pictures] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'package.json'));
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const address = pathToFileURL(path.resolve(page_name)).href;
const faults = [];

async function look(browser, width, mode) {
    const where = `${width} px, ${mode}`, fault = text => faults.push(`${where}: ${text}`);
    const page = await browser.newPage();
    page.on('console', message => fault(`console: ${message.text()}`));
    page.on('pageerror', error => fault(`script: ${error.message}`));
    page.on('dialog', dialog => { fault(`dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on('request', request => {
        if (!request.url().startsWith('data:') && request.url() !== address) fault(`asks for ${request.url()}`);
    });
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: mode }]);
    await page.goto(address);
    const found = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        paper: getComputedStyle(document.body).backgroundColor,
        pictures: document.querySelectorAll('svg.pasur-picture').length,
        titles: [...document.querySelectorAll('svg title')].filter(title => /\$|using|gnuplot/i.test(title.textContent)).length,
        hostile: window.hostile === true,
        buttons: document.querySelectorAll('th button').length,
    }));
    if (found.over > 0) fault(`sticks out by ${found.over} px`);
    if (pictures) await page.screenshot({ path: path.join(pictures, `${mode}-${width}.png`), fullPage: true });
    const open = await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    if (open > 0) fault(`with all details open it sticks out by ${open} px`);
    if ((found.paper === 'rgb(255, 255, 255)') !== (mode === 'light')) fault(`paper is ${found.paper}`);
    if (found.titles) fault(`${found.titles} hover texts are gnuplot's`);
    if (found.hostile) fault('a name was run as a script');
    if (!found.buttons) fault('no table sorts');
    await sorts(page, fault);
    await page.setBypassCSP(true);
    await page.evaluate(axe);
    const result = await page.evaluate(() => window.axe.run());
    for (const violation of result.violations)
        fault(`axe: ${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(' | ')}`);
    await page.close();
    return found;
}

// Each heading of a table puts its rows in order, and again the other way round.
async function sorts(page, fault) {
    const wrong = await page.evaluate(() => {
        const wrong = [];
        for (const head of document.querySelectorAll('table.sorts thead th')) {
            const table = head.closest('table');
            const key = row => row.cells[head.cellIndex].dataset.v ?? row.cells[head.cellIndex].textContent;
            if (!head.classList.contains('n')) continue;
            for (const sign of [-1, 1]) {
                head.querySelector('button').click();
                const values = [...table.tBodies[0].rows].map(key).filter(text => text !== '').map(Number);
                if (values.some((value, i) => i && sign * (value - values[i - 1]) < 0)) wrong.push(head.textContent);
            }
        }
        return wrong;
    });
    for (const name of wrong) fault(`a table does not sort by ${name}`);
}

// What a reader without scripts has: the same words, and no buttons that do nothing.
async function plain(browser) {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(address);
    const tree = await page.content();
    if (/<button/.test(tree.replace(/<script[\s\S]*?<\/script>/g, ''))) faults.push('without scripts: there are buttons');
    if (!/<tbody>\s*<tr>/.test(tree)) faults.push('without scripts: there are no rows');
    await page.close();
}

const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
let found;
try {
    for (const width of [390, 1280])
        for (const mode of ['light', 'dark']) found = await look(browser, width, mode);
    await plain(browser);
} finally {
    await browser.close();
}
for (const fault of faults) console.log(fault);
console.log(`${found.pictures} pictures, 2 widths, 2 modes: ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
