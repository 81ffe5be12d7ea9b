// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says, in English and Persian. {0}, {1} … are filled in.
const WORDS = {
    en: {
        language: "فارسی", title: "Pâsur", subtitle: "capture to eleven",
        rank_A: "ace", rank_2: "two", rank_3: "three", rank_4: "four", rank_5: "five", rank_6: "six", rank_7: "seven",
        rank_8: "eight", rank_9: "nine", rank_T: "ten", rank_J: "jack", rank_Q: "queen", rank_K: "king",
        suit_c: "clubs", suit_d: "diamonds", suit_h: "hearts", suit_s: "spades", card: "{0} of {1}",
        play: "Play", review: "Review", position: "Position", rules: "Rules", new_game: "New game", theme: "Light or dark",
        go_on: "Go on with the match", begin: "Begin", rule_set: "Rules of", players: "Players", partners: "Partners",
        each_alone: "each alone", house_rules: "House rules", opponent: "Against",
        seat: "Who plays first", you_first: "you", they_first: "the others",
        level_easy: "easy", level_fair: "fair", level_good: "good", level_strong: "strong", level_expert: "very strong", level_best: "strongest",
        you: "you", partner: "partner", your_turn: "Your turn.", thinks: "{0} is thinking …", hand: "Your hand",
        pool: "On the table", pool_empty: "The table is empty.", score: "score", cards: "cards", surs: "Surs",
        deal: "Deal {0} of {1}", round: "Round {0}", target_of: "to {0}", stock: "stock",
        trails: "{0}: {1} stays on the table", takes: "{0}: {1} takes {2}", makes_sur: "a Sur!",
        cancels_sur: "a Sur of another side is cancelled", play_it: "Play {0}", takes_these: "takes {0}", no_capture: "takes nothing",
        choose_capture: "Several captures are possible: choose one here, or tap the cards on the table.",
        only_way: "There is no other way with {0}.", nothing_takes: "No card of your hand takes {0}.", undo: "Undo", hint: "Hints", hints_on: "show hints", sounds_on: "sounds",
        count: "The count of the round", clubs: "clubs", most_clubs: "most clubs", ten_d: "10 of diamonds", tens: "other tens",
        two_c: "2 of clubs", aces: "aces", jacks: "jacks", sur_points: "Surs", total: "points of the round", match_score: "match",
        next_round: "Next round", wins: "{0} wins the match.", you_win: "You win the match.", shodam: "{0}: per shodam! The match ends here.",
        see_review: "What was each play worth?", save_record: "Save the record", copied: "Copied.", copy_link: "Copy the link to this position",
        points_best: "points by which the side wins the round", chance_best: "chance to win the match, %",
        hint_would: "{0} would play {1}.", range: "{0} to {1}", worth: "worth", next_captures: "the next player captures something: {0} %",
        next_sur: "makes a Sur: {0} %", next_jack: "holds a jack: {0} %",
        review_help: "Paste a record (of pasur play --records, or saved here), or drop a file.", review_which: "There are several rounds: which one?", file: "A file:", review_own: "The round that was played here",
        read: "Read", reviewing: "Play {0} of {1} …", curve: "Chance to win over the plays", curve_points: "Points ahead, over the plays",
        mistakes: "The dearest plays", mistake: "Play {0}, {1}: {2} cost {3}; better {4}", no_mistakes: "Nothing better was found.",
        step: "Play {0} of {1}", back: "Back", forward: "Forward", play_on: "Play on from here", first: "First", last: "Last",
        position_help: "Choose a place, then tap cards into it.", zone_pool: "table", zone_own_hand: "my hand", zone_other_hand: "other hand",
        zone_later_hand: "hand, {0} after me", zone_own_pile: "my pile", zone_ours: "our pile", zone_other_pile: "other pile",
        zone_later_pile: "pile, {0} after me", deal_of: "Which deal", seat_of: "My place in the order of play",
        as_cards_tell: "as the cards tell", ask: "What should I play?", clear: "Clear", surs_of: "Surs, mine / those after me", scores_of: "Scores, mine / those after me",
        thinking: "Thinking …",
        about: "Nothing leaves this page. The program behind it is pasur {0}.", new_deal: "The cards are dealt.",
        plays_log: "Plays", wrong: "That does not work: {0}",
    },
    fa: {
        language: "English", title: "پاسور", subtitle: "یازده بساز",
        rank_A: "تک", rank_2: "دو", rank_3: "سه", rank_4: "چهار", rank_5: "پنج", rank_6: "شش", rank_7: "هفت", rank_8: "هشت",
        rank_9: "نه", rank_T: "ده", rank_J: "سرباز", rank_Q: "بی‌بی", rank_K: "شاه",
        suit_c: "خاج", suit_d: "خشت", suit_h: "دل", suit_s: "پیک", card: "{0} {1}",
        play: "بازی", review: "بازبینی", position: "چیدن", rules: "قواعد", new_game: "بازی تازه", theme: "روشن یا تیره",
        go_on: "ادامهٔ بازی", begin: "شروع", rule_set: "قواعد", players: "بازیکنان", partners: "یار",
        each_alone: "هر کس برای خود", house_rules: "قواعد خانگی", opponent: "حریف",
        seat: "چه کسی اول بازی می‌کند", you_first: "شما", they_first: "دیگران",
        level_easy: "آسان", level_fair: "متوسط", level_good: "خوب", level_strong: "قوی", level_expert: "بسیار قوی", level_best: "قوی‌ترین",
        you: "شما", partner: "یار", your_turn: "نوبت شماست.", thinks: "{0} فکر می‌کند …", hand: "دست شما",
        pool: "روی زمین", pool_empty: "زمین خالی است.", score: "امتیاز", cards: "ورق", surs: "سور",
        deal: "دست {0} از {1}", round: "دور {0}", target_of: "تا {0}", stock: "ورق‌های مانده",
        trails: "{0}: {1} روی زمین می‌ماند", takes: "{0}: {1} برمی‌دارد {2}", makes_sur: "سور!",
        cancels_sur: "یک سور حریف می‌سوزد", play_it: "بازی کن {0}", takes_these: "برمی‌دارد {0}", no_capture: "چیزی برنمی‌دارد",
        choose_capture: "چند راه برای برداشتن هست: یکی را برگزینید یا ورق‌های روی زمین را بزنید.",
        only_way: "با {0} راه دیگری نیست.", nothing_takes: "هیچ ورق دست شما {0} را برنمی‌دارد.", undo: "برگشت", hint: "راهنما", hints_on: "راهنما را نشان بده", sounds_on: "صدا",
        count: "شمارش امتیاز", clubs: "خاج", most_clubs: "هفت خاج", ten_d: "ده خشت", tens: "ده‌های دیگر",
        two_c: "دو خاج", aces: "تک‌ها", jacks: "سربازها", sur_points: "سورها", total: "امتیاز این دور", match_score: "بازی",
        next_round: "دور بعد", wins: "{0} بازی را برد.", you_win: "شما بازی را بردید.", shodam: "{0}: پر شدم! بازی همین‌جا تمام است.",
        see_review: "هر بازی چه می‌ارزید؟", save_record: "ذخیرهٔ بازی", copied: "رونوشت شد.", copy_link: "رونوشت پیوند این چیدمان",
        points_best: "امتیازی که این طرف پیش می‌افتد", chance_best: "شانس برد بازی، ٪",
        hint_would: "{0} این را بازی می‌کرد: {1}.", range: "{0} تا {1}", worth: "ارزش", next_captures: "نفر بعد چیزی برمی‌دارد: {0} ٪",
        next_sur: "سور می‌زند: {0} ٪", next_jack: "سرباز دارد: {0} ٪",
        review_help: "نوشتهٔ یک بازی را اینجا بگذارید یا پرونده‌اش را بیندازید.", review_which: "چند دور هست: کدام؟", file: "پرونده:", review_own: "دوری که اینجا بازی شد",
        read: "بخوان", reviewing: "بازی {0} از {1} …", curve: "شانس برد در طول دور", curve_points: "امتیاز پیش، در طول دور",
        mistakes: "گران‌ترین اشتباه‌ها", mistake: "بازی {0}، {1}: {2} به بهای {3}؛ بهتر {4}", no_mistakes: "چیز بهتری پیدا نشد.",
        step: "بازی {0} از {1}", back: "قبلی", forward: "بعدی", play_on: "از اینجا بازی کن", first: "اول", last: "آخر",
        position_help: "جایی را برگزینید و ورق‌ها را بزنید.", zone_pool: "زمین", zone_own_hand: "دست من", zone_other_hand: "دست حریف",
        zone_later_hand: "دست نفر {0} پس از من", zone_own_pile: "ورق‌های من", zone_ours: "ورق‌های ما", zone_other_pile: "ورق‌های حریف",
        zone_later_pile: "ورق‌های نفر {0} پس از من", deal_of: "کدام دست", seat_of: "جای من در نوبت",
        as_cards_tell: "چنان که ورق‌ها می‌گویند", ask: "چه بازی کنم؟", clear: "پاک کن", surs_of: "سورها، من / نفرهای بعد", scores_of: "امتیازها، من / نفرهای بعد",
        thinking: "فکر می‌کند …",
        about: "هیچ چیز از این صفحه بیرون نمی‌رود. برنامهٔ پشت آن pasur {0} است.", new_deal: "ورق‌ها پخش شدند.",
        plays_log: "بازی‌ها", wrong: "نمی‌شود: {0}",
    },
};
let language = "en";
export const languageNow = () => language;
export function languageSet(chosen) {
    language = WORDS[chosen] ? chosen : "en";
    document.documentElement.lang = language;
    document.documentElement.dir = language === "fa" ? "rtl" : "ltr";
    document.title = word("title");
}
// A number as the language writes it.
export const number = (value) => value.toLocaleString(language, { useGrouping: false });
export function word(name, ...values) {
    const text = WORDS[language][name] ?? WORDS.en[name] ?? name;
    return text.replace(/\{(\d)\}/g, (whole, i) => (typeof values[i] === "number" ? number(values[i]) : values[i] ?? ""));
}
// For the test that both languages say everything.
export const wordNames = () => Object.fromEntries(Object.entries(WORDS).map(([tongue, all]) => [tongue, Object.keys(all)]));
