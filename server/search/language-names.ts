import { fold } from '../values/fold.ts';

/** ISO 639-1 codes of the languages of books. */
const languages =
  'af ar bg bn br ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko la lt lv mi mk ms nl no oc pl pt ro ru sa sk sl sq sr sv ta te th tl tr uk ur vi yi zh';

/** Languages in which people type language names. */
const locales = 'ar ca cs da de el en es fi fr he hi hu id it ja ko nl no pl pt ro ru sv tr uk zh';

/**
 * Other names of languages: as an adverb (“suomeksi”), as an adjective (“française”), and common
 * names that differ from the Unicode Consortium’s.
 */
const otherNames: Record<string, string> = {
  cs: 'tsekiksi csehul czesku cesky чешском tchequisch',
  da: 'tanskaksi danul dunsku dansky датском danske',
  de: 'saksaksi nemetul niemiecku nemecky немецком deutsche deutscher deutschen deutsches allemande tedesca tedesche alemana alemanas alema duits duitse tyska',
  el: 'kreikaksi gorogul grecku recky греческом griechische grecque greca griega grega ελληνικα',
  en: 'englanniksi angolul angielsku anglicky английском englische englischer anglaise inglesa engelsk engelska',
  eo: 'esperantoksi eszperantoul esperante',
  es: 'espanjaksi spanyolul hiszpansku spanelsky испанском castellano castilian spanische espagnole espanola espanolas espanoles spagnola spaanse spanska',
  fa: 'farsi',
  fi: 'suomeksi finnul finsku finsky финском finnische suomenkielinen finska',
  fr: 'ranskaksi franciaul francusku francouzsky французском francaise francaises franzosische franzosischen francese francesa franse franska',
  he: 'ivrit heprea',
  hu: 'unkariksi magyarul wegiersku madarsky венгерском ungarische',
  it: 'italiaksi olaszul wlosku italsky итальянском italienische italienne italiana italiane italiani italiaanse',
  ja: 'japaniksi japanul japonsku japonsky японском',
  la: 'latinaksi latinul latine lateinische latina latine',
  nl: 'hollanniksi hollandul dutch flemish vlaams flamand hollandisch niederlandische nederlandse',
  no: 'norjaksi norvegul norwesku norsky норвежском norwegische bokmal',
  pl: 'puolaksi lengyelul polsku польском polnische polska',
  pt: 'portugaliksi portugalul portugalsku португальском portugiesische portugaise portuguesa portoghese',
  ru: 'venajaksi oroszul rosyjsku rusky русском russische russischen russe russa rusa',
  sv: 'ruotsiksi svedul szwedzku svedsky шведском schwedische svenska',
  tl: 'tagalog filipino pilipino',
  zh: 'kiinaksi kinaiul chinsku cinsky китайском mandarin chinesische',
};

let codes: Map<string, string[]> | null = null;

/**
 * Returns the languages with this folded name in any supported language: “spanish”, “español”,
 * “spanisch”.
 */
export function languagesNamed(word: string): readonly string[] {
  codes ??= readNames();
  return codes.get(word) ?? [];
}

function readNames(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (name: string, code: string): void => {
    const own = found.get(name) ?? [];
    if (!own.includes(code)) found.set(name, [...own, code]);
  };
  for (const code of languages.split(' ')) {
    for (const locale of [...locales.split(' '), code]) {
      add(fold(new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? ''), code);
    }
    for (const name of otherNames[code]?.split(' ') ?? []) add(fold(name), code);
  }
  return found;
}
