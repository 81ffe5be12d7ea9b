// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts the tables of a page of `pasur report` by the column whose title is pressed.
for (const table of document.querySelectorAll("table.sorts")) {
    const heads = table.tHead.rows[0].cells;
    for (let i = 0; i < heads.length; i++) {
        const head = heads[i], button = document.createElement("button");
        button.type = "button";
        button.textContent = head.textContent;
        head.textContent = "";
        head.append(button);
        button.addEventListener("click", () => {
            const was = head.getAttribute("aria-sort");
            const down = was !== "descending" && (head.classList.contains("n") || was === "ascending");
            for (const other of heads) other.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", down ? "descending" : "ascending");
            const key = (row) => row.cells[i].dataset.v ?? row.cells[i].textContent, body = table.tBodies[0];
            body.append(...[...body.rows].sort((a, b) => {
                const x = key(a), y = key(b);
                if (x === "" || y === "") return (x === "") - (y === "");
                const order = Number.isNaN(x - y) ? x.localeCompare(y, "en", { numeric: true }) : x - y;
                return down ? -order : order;
            }));
        });
    }
}
