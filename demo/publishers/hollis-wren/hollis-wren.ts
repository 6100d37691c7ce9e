import type { PublisherBook, Publisher } from '../publisher.ts';

const serif =
  "'Hoefler Text', 'Iowan Old Style', P052, 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif";
/** "A Year of Small Clocks", a novella in five chapters. */
export const aYearOfSmallClocks: PublisherBook = {
  id: 'urn:uuid:0d2b5a0e-6a53-4d1f-9f0a-0a7c2f1d5101',
  isbn: '9780000000019',
  title: 'A Year of Small Clocks',
  author: ['Orla Venn', 'Venn, Orla'],
  description:
    'Mirel inherits a repair shop in which no two clocks agree, and learns for whom each of them is wrong. A novella in five hours.',
  css: `
body { margin: 0 1em; hyphens: auto; }
h1 { margin: 18% 0 2em; font-size: 1.5em; font-weight: normal; font-style: italic; line-height: 1.25; text-align: center; }
h1 small { display: block; margin-bottom: .7em; font-size: .55em; font-style: normal; letter-spacing: .18em; text-transform: lowercase; font-variant-caps: all-small-caps; }
p { margin: 0; text-indent: 1.3em; }
h1 + p, hr + p { text-indent: 0; }
h1 + p::first-line { font-variant-caps: small-caps; letter-spacing: .04em; }
hr { width: 3em; margin: 1.4em auto; border: 0; border-top: 1px solid #a98d70; }
.title { text-align: center; }
.title h1 { margin: 32% 0 .6em; font-size: 2em; }
.title p { text-indent: 0; }
.title .publisher { margin-top: 5em; font-variant-caps: all-small-caps; letter-spacing: .14em; }
`,
  sections: [
    {
      id: 'title',
      title: 'A Year of Small Clocks',
      body: `<section class="title" epub:type="titlepage"><h1>A Year of Small Clocks</h1>
<p>Orla Venn</p><p class="publisher">Hollis &amp; Wren</p></section>`,
    },
    chapter('one', 'Hour one', 'The eleven minutes', [
      'The shop came to Mirel with forty-one clocks in it, and no two of them agreed. She stood in the door with the solicitor’s key still in her glove and listened. It was not a noise. It was what a crowd sounds like through a wall: many small opinions, none of them hers.',
      'Her uncle had been the best repairer of clocks between the canal and the coast. Everybody at the funeral had said so, and most of them had said it while looking at their watches. It made no sense, then, that the tall one by the counter was eleven minutes slow, the pair in the window a quarter of an hour apart, and the little brass traveller on the shelf so far ahead that it was already this afternoon.',
      'She did what anybody would have done. She took off her coat, found the screwdrivers, looked up at the church tower across the square, and began to put things right.',
      'She had set nine of them by the time the bell over the door rang. An old man came in, wiped his feet for longer than the weather asked, and sat down on the chair before the tall clock as one sits down in a waiting room. He looked up. He looked for some time. Then he turned to her, and his face was that of a man who has come home and found the furniture moved.',
      '“What have you done,” he said, “with my eleven minutes?”',
    ]),
    chapter('two', 'Hour two', 'What is owed to a cuckoo', [
      'His name was Anselm Rook and he had been a signalman. On the fourteenth of March, thirty years ago, he had reached the platform eleven minutes after a train had left it. His wife had been on the train. She had not been angry; she had only been punctual. Since then he had come on Thursdays, and sat before the tall clock, and for as long as he sat there it was not yet too late.',
      '“Your uncle offered to mend it,” he said. “I asked him not to. He was a good craftsman. He knew what was broken.”',
      'Mirel turned the hands back. It is harder than turning them on; a clock resists, as a horse does at a gate. When it was done the old man nodded at it, and put a coin on the counter, and went.',
      'After that she looked at the others as one looks at people whose language one has overheard. Inside each case, where the maker’s label ought to be, was a slip of paper in her uncle’s hand. <i>Tamm, widow: seven o’clock, always.</i> <i>Baker’s boy: twenty fast, he is afraid of his father.</i> <i>Dr. Osk: stopped. Do not wind. Do not ask.</i>',
      'The cuckoo of the widow Tamm came out at seven o’clock, and again an hour later, which was seven too. “It was the hour he came in,” said the widow, when she called for it. “I should like there to be more than one a day.”',
      'Mirel oiled the hinge of the little door. It was all that was owed to it.',
    ]),
    chapter('three', 'Hour three', 'The railway’s own time', [
      'In May a gentleman came from the railway. He had a waistcoat with a chain, and at the end of the chain a watch that had been compared that very morning with another watch, in the capital, by telegraph. He set it down on the counter with the care that one gives to a sleeping child or a loaded gun.',
      '“It has come to our attention,” he said, “that there is more than one time in this town.”',
      'Mirel said that she had counted forty-one.',
      '“Travellers are confused. They look in at your window and they miss their trains.”',
      '“They may look up at the tower.”',
      '“The tower,” said the gentleman, “is four minutes fast. The sexton likes his dinner.” And he brought out a paper with a seal, by which any public clock within sight of the line was to show the railway’s time by Midsummer, or to be covered with a cloth.',
      'When he had gone she sat for a long while among the ticking. It seemed to her that the room had drawn nearer, like children who have understood a letter from the tone in which it was read aloud.',
    ]),
    chapter('four', 'Hour four', 'Forty-one cloths', [
      'She bought the linen from the draper on Bridge Street, who let her have it at cost, because one of the forty-one was his. They cut it on the counter. By evening every clock in the window had its cloth, and the window looked like a house whose family has gone away for the summer.',
      'But a cloth does not stop a clock. People who had never come in, because they could look from the street, came in now. They lifted a corner, as one does with a cage, and looked, and let it fall. The baker’s boy looked at his twenty minutes and went home early enough. A girl whom nobody knew asked whether there was one that was not yet anybody’s.',
      'There was. It was her uncle’s own, a plain thing of pear wood, and the slip in it was blank. Mirel had not been able to find out how wrong it was. It kept perfect time; she had held it against the tower, against the railway, and against the sun, and it had agreed with each of them in turn, out of what she could only call politeness.',
      '“What would you like it to be?” she asked.',
      'The girl considered. “A bit before,” she said.',
    ]),
    chapter('five', 'Hour five', 'Noon, approximately', [
      'On Midsummer’s Day the gentleman came back. The square was full, for word gets about, and it was market besides. He walked along the window and looked at the linen, and could find nothing in his paper against linen. He went in, and forty-one clocks were striking twelve.',
      'They did not strike it together. They had never done anything together. The widow’s cuckoo began, since for her it was seven; then the pair from the window, a quarter of an hour apart and closing; then the draper’s, and the baker’s, and the doctor’s, which had not gone for nineteen years and was not going now, but was held in the arms of the doctor, who said “twelve” aloud. The tall one came last. It took eleven minutes. Nobody spoke. The gentleman stood with his watch in his hand, and one could see him try to find the moment at which it was noon, and see that there was room in it.',
      'When the last stroke had gone he closed the lid of the watch. It made a small sound, like a door that is shut with consideration.',
      '“I have a brother,” he said, “in the colonies. We parted badly. It would have been”, and he looked about him, “about five and twenty to four.”',
      'Mirel pulled out the drawer with the slips, and found a pencil.',
    ]),
  ],
};

function chapter(id: string, hour: string, title: string, paragraphs: string[]) {
  const text = paragraphs.map((one) => `<p>${one}</p>`).join('\n');
  const body = `<section epub:type="chapter"><h1><small>${hour}</small>${title}</h1>\n${text}</section>`;
  return { id, title, body };
}

/** A literary publisher: warm background, one serif typeface. */
export const hollisWren: Publisher = {
  id: 'hollis-wren',
  name: 'Hollis & Wren',
  deploymentSettings: {
    currency: 'EUR',
    theme: {
      name: 'system',
      tokens: {
        '--svc-background': { light: '#fbf6ec', dark: '#1d1916', sepia: '#f4e8d0' },
        '--svc-surface': { light: '#fffaf1', dark: '#28221e', sepia: '#faf0dc' },
        '--svc-color': { light: '#2d241d', dark: '#e3d7c5', sepia: '#3e2f21' },
        '--svc-muted': { light: '#6f6153', dark: '#a99b8a', sepia: '#6f5a43' },
        '--svc-line': { light: '#e5d9c6', dark: '#3c342d', sepia: '#e0cfae' },
        '--svc-accent': { light: '#8a3324', dark: '#e39c83', sepia: '#85371f' },
        '--svc-selection': { light: '#f0d9c4', dark: '#5a3a2d', sepia: '#e6c79a' },
        '--svc-font-family': serif,
        '--svc-ui-font-family': serif,
        '--svc-line-height': '1.6',
        '--svc-measure': '31',
        '--svc-radius': '3px',
      },
    },
  },
  saleTerms: {
    price: { amount: '12.90', currency: 'EUR' },
    access: { mode: 'sample', share: 0.5 },
  },
  book: aYearOfSmallClocks,
};
