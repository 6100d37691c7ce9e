/**
 * Other names of subject headings and genres, as readers call them. Catalogs have only the formal
 * heading, usually in English: “World War, 1914-1918”, “Detective and mystery stories”.
 */
const namesOfHeadings: Record<string, string> = {
  'world war, 1914-1918':
    'World War 1 first great weltkrieg guerre mondiale grande guerra mundial mondiale maailmansota',
  'world war, 1939-1945':
    'World War 2 second weltkrieg guerre mondiale guerra mundial mondiale maailmansota',
  'civil war, 1861-1865': 'American',
  'south african war, 1899-1902': 'Boer',
  'personal narratives': 'memoirs memories',
  autobiography: 'memoirs',
  correspondence: 'letters briefe lettres cartas lettere kirjeet brieven brev levelek',
  diaries: 'diary tagebuch tagebücher diario dagboek päiväkirja',
  poetry:
    'poems verse gedichte lyrik poésie poésies poesía poesías poemas poesia poesie runot runoja gedichten versek dikter digte poezje',
  drama: 'plays theater theatre théâtre teatro dramen näytelmä näytelmät toneel toneelspel',
  'detective and mystery stories':
    'crime mystery krimi krimis kriminalroman kriminalromane detektivroman policier policiers policiaca policíacas giallo gialli dekkari salapoliisi',
  'science fiction': 'ciencia ficción fantascienza tieteiskirjallisuus',
  'fairy tales':
    'fairytales märchen kindermärchen contes fées cuentos hadas fiabe sprookjes satu satuja sagor eventyr mesék',
  folklore:
    'folktales legends myths sagen märchen légendes leyendas leggende kansansadut kansantarinat népmesék volksverhalen',
  legends: 'sagen légendes leyendas leggende tarinat',
  'ghost stories': 'gespenster gespenstergeschichten spuk fantômes fantasmas fantasmi kummitus',
  'horror tales': 'terror scary',
  cooking:
    'cookery cookbook recipes kochbuch rezepte kochen recettes cocina recetas cucina ricette kookboek keittokirja culinária receitas szakácskönyv',
  'love stories': 'liebesgeschichten amour amor amore rakkaus',
  'western stories': 'westerns cowboys',
  'description and travel':
    'travels reise reisen voyage voyages viaje viajes viaggi matkat reizen resor',
  'short stories':
    'novellen erzählungen nouvelles cuentos racconti contos novelleja noveller novellák',
  'christmas stories': 'xmas weihnachten noël navidad natale joulu kerstmis',
  'juvenile fiction': 'children kids kinder kinderbuch kinderbücher enfants niños bambini lapsille',
  philosophy: 'philosophie filosofía filosofia filosofie',
  suffrage: 'suffragettes',
};

/**
 * Other names of a heading, or an empty string. Each part counts: the whole part, its last word
 * (“English poetry”), and the text before a comma (“Cooking, French”).
 */
export function namesOfHeading(heading: string): string {
  const names = new Set<string>();
  for (const part of heading.toLowerCase().split(' -- ')) {
    for (const key of [part, part.split(' ').at(-1) ?? '', part.split(',')[0] ?? '']) {
      if (Object.hasOwn(namesOfHeadings, key)) names.add(namesOfHeadings[key] ?? '');
    }
  }
  return [...names].join(' ');
}
