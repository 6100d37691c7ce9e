/** ISO 639-2/B codes, which ONIX code list 74 uses, by ISO 639-1 code. */
const languages: ReadonlyMap<string, string> = new Map(
  `aa aar ab abk ae ave af afr ak aka am amh an arg ar ara as asm av ava ay aym az aze ba bak be bel bg bul bi bis bm bam
  bn ben bo tib br bre bs bos ca cat ce che ch cha co cos cr cre cs cze cu chu cv chv cy wel da dan de ger dv div dz dzo
  ee ewe el gre en eng eo epo es spa et est eu baq fa per ff ful fi fin fj fij fo fao fr fre fy fry ga gle gd gla gl glg
  gn grn gu guj gv glv ha hau he heb hi hin ho hmo hr hrv ht hat hu hun hy arm hz her ia ina id ind ie ile ig ibo ii iii
  ik ipk io ido is ice it ita iu iku ja jpn jv jav ka geo kg kon ki kik kj kua kk kaz kl kal km khm kn kan ko kor kr kau
  ks kas ku kur kv kom kw cor ky kir la lat lb ltz lg lug li lim ln lin lo lao lt lit lu lub lv lav mg mlg mh mah mi mao
  mk mac ml mal mn mon mr mar ms may mt mlt my bur na nau nb nob nd nde ne nep ng ndo nl dut nn nno no nor nr nbl nv nav
  ny nya oc oci oj oji om orm or ori os oss pa pan pi pli pl pol ps pus pt por qu que rm roh rn run ro rum ru rus rw kin
  sa san sc srd sd snd se sme sg sag si sin sk slo sl slv sm smo sn sna so som sq alb sr srp ss ssw st sot su sun sv swe
  sw swa ta tam te tel tg tgk th tha ti tir tk tuk tl tgl tn tsn to ton tr tur ts tso tt tat tw twi ty tah ug uig uk ukr
  ur urd uz uzb ve ven vi vie vo vol wa wln wo wol xh xho yi yid yo yor za zha zh chi zu zul`
    .trim()
    .split(/\s+/)
    .flatMap((code, index, all) =>
      index % 2 === 0 ? [[code, all[index + 1] ?? ''] as const] : [],
    ),
);

/** Returns the code of a language in list 74, or null if there is none. @param tag - BCP 47 tag. */
export function onixLanguage(tag: string): string | null {
  const [language = ''] = tag.split('-', 1);
  return (
    languages.get(language) ?? (/^[a-z]{3}$/.test(language) && language !== 'und' ? language : null)
  );
}

/** Codes of list 17 by MARC relator. */
const contributorRoles: Readonly<Record<string, string>> = {
  aut: 'A01',
  ill: 'A12',
  pht: 'A13',
  aui: 'A24',
  aft: 'A19',
  aud: 'A01',
  cov: 'A36',
  edt: 'B01',
  adp: 'B05',
  trl: 'B06',
  nrt: 'E07',
};

/** Returns the code of list 17. @param relator - MARC relator code. */
export function onixRole(relator: string): string {
  return contributorRoles[relator] ?? 'Z99';
}

/** Codes of list 27 by the names of schemes in EPUB files and catalogs. */
const subjectSchemes: readonly [RegExp, string][] = [
  [/^bisac/i, '10'],
  [/^thema/i, '93'],
  [/^(?:ddc|dewey)/i, '01'],
  [/^lcsh/i, '04'],
  [/^lcc/i, '03'],
];

/** Returns the list 27 code, or null for a scheme that recipients would not recognize. */
export function onixSubjectScheme(scheme: string | null): string | null {
  return subjectSchemes.find(([pattern]) => scheme !== null && pattern.test(scheme))?.[1] ?? null;
}
