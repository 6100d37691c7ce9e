import { fold } from '../values/fold.ts';

/**
 * Articles, prepositions, conjunctions, pronouns and auxiliary verbs in the languages of most
 * catalogs, and words that people add around a title. They never exclude a book. A query without
 * them finds the same books, and they only help distinguish titles that contain them. Words that
 * are nouns, verbs or numerals in English are missing: “war” (German: was), “door” (Dutch: by).
 */
const lists = {
  en: 'a an the and or of in on at by for from to with without into upon as is are was were be been am do does did has have had it its he him his she her hers they them their we us our you your i me my this that these those there here what which who whom whose when where how why not no nor so but if than then also',
  fr: 'le la les l un une des du de d et ou en dans au aux a par pour sur sous avec sans chez ce cet cette ces sa ses leur leurs mon ma mes ton ta tes notre nos votre vos il elle ils elles je tu nous vous on se s y que qu qui dont ou ne n pas plus est sont etait',
  de: 'der die das den dem des ein eine einen einem einer eines und oder von vom zu zum zur in im ins an am auf aus bei beim mit nach uber unter vor fur durch gegen ohne um als wie ist sind waren es er sie wir ihr ich du sich mein dein sein nicht auch',
  es: 'el la los las lo un una unos unas y e o u de del en al a por para con sobre entre que se su sus mi mis tu tus es como mas no ni le les me te nos',
  it: 'il lo la i gli le l un uno una e ed o di d del dello della dei degli delle da dal dalla dai dalle in nel nello nella nei nelle a ad al allo alla ai alle su sul sulla con per tra fra che si suo sua suoi sue mio mia non e sono',
  pt: 'o a os as um uma uns umas e ou de do da dos das em no na nos nas ao aos por pelo pela para com sem sobre que se seu sua seus suas meu minha nao como mais',
  nl: 'de het een en of van in op aan bij met naar uit voor over onder te ter als is zijn was waren hij zij ze wij ik je mijn zijn haar dat die dit deze niet',
  sv: 'en ett den det de och eller av i pa for till fran med om hos under over vid som ar var han hon jag sitt sina inte',
  da: 'en et den det de og eller af i pa for til fra med om hos under over ved som er var han hun jeg sit sine ikke',
  no: 'en ei et den det de og eller av i pa for til fra med om hos under over ved som er var han hun jeg sitt sine ikke',
  fi: 'ja tai on oli ei se han hanen joka jotka kuin kun mutta myos sen ne nama tama',
  hu: 'a az egy es vagy meg de hogy nem is ez azt ki mi mely',
  pl: 'i a w we z ze na do od o u po za przez dla nie sie to ta jak czy oraz',
  cs: 'a i v ve z ze na do od o u po za pro ne se je to ta jak nebo',
  ro: 'si sau de la in din pe cu un o unei unui al a ale cel cea nu se este',
  ca: 'el la els les l un una i o de del dels en a al als per amb que no',
  la: 'et in de ad ex ab cum per pro non est sive seu',
  el: 'ο η το οι τα του της των τον την τους τις και ή εν εις από με για στο στη στην στον ένας μια ένα να δεν',
  ru: 'и в во на с со к ко о об от до за из по под при для не ни но а или как что это он она они мы вы я его ее их',
  tr: 've ile bir bu su o da de icin gibi ki mi',
  eo: 'la kaj de en al el pri por kun sen sur ke ne',
  id: 'atau di ke dari yang untuk dengan pada itu ini',
} as const;

/** Words that people add to a title to name its kind or an action, such as “book” or “read”. */
const requestWords =
  'about book books ebook ebooks epub pdf kindle novel novels text full free online read download edition author written unabridged paperback audiobook horbuch audiolibro zusammenfassung resumen livre roman romans buch libro novela romanzo romance livro boek kirja bok konyv книга роман';

/** Folded words used by `isFunctionWord`. */
const functionWords = new Set(
  Object.values(lists).flatMap((list) => list.split(' ').map((word) => fold(word))),
);

/** Genre words at the start of titles that readers omit, as in “The Adventures of Tom Sawyer”. */
const genreWords = new Set(
  (
    'adventure adventures life story stories tale tales history tragedy comedy memoirs romance complete aventure ' +
    'aventures vie histoire histoires conte contes memoires abenteuer leben geschichte geschichten marchen tragodie ' +
    'aventuras vida historia historias cuentos avventure vita storia storie racconti fiabe lotgevallen avonturen ' +
    'leven geschiedenis verhalen aventyr eventyr historie liv seikkailut elama historia kertomus tarina przygody ' +
    'zycie historja kalandjai elete tortenete'
  ).split(' '),
);

/** Whether a folded word names the kind of text. */
export function isGenreWord(word: string): boolean {
  return genreWords.has(word);
}

const folded = new Set(requestWords.split(' ').map((word) => fold(word)));

/** Whether a folded word rarely distinguishes one title from another. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word);
}

/** Whether a folded word is often added to a title in searches. */
export function isRequestWord(word: string): boolean {
  return folded.has(word);
}

/**
 * Whether a folded word may also describe a book's subject or genre: “roman history”, “war novel”.
 */
export function isGenreRequest(word: string): boolean {
  return genreRequests.has(word);
}

const genreRequests = new Set(
  'novel novels roman romans romance romances novela novelas romanzo romanzi'.split(' '),
);

const articles = new Set(
  'the a an le la les l un une der die das ein eine el los las una il lo gli i o os as um uma de het een en ett den det az egy η ο το οι τα'.split(
    ' ',
  ),
);

/** Whether a folded word is an article, which is ignored at the start of a title. */
export function isArticle(word: string): boolean {
  return articles.has(word);
}
