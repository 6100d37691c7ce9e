import type { PublisherBook, Publisher } from '../publisher.ts';

const serif =
  "'Source Serif 4', Charter, 'Bitstream Charter', Cambria, C059, 'Noto Serif', Georgia, serif";

const sans = "'Source Sans 3', 'Helvetica Neue', Arial, 'Nimbus Sans', 'Noto Sans', sans-serif";
/** "The Audible Margin", an essay with a table, an equation and notes. */
export const theAudibleMargin: PublisherBook = {
  id: 'urn:uuid:0d2b5a0e-6a53-4d1f-9f0a-0a7c2f1d5103',
  isbn: '9780000000033',
  title: 'The Audible Margin',
  subtitle: 'On the measurement of quiet in reading rooms',
  author: ['H. Aldermoor', 'Aldermoor, H.'],
  description:
    'Quiet is commonly measured as an absence. This study of six reading rooms proposes a positive unit, and reports what readers did with it. With notes, a table and an appendix.',
  css: `
body { margin: 0 .6em; hyphens: auto; }
h1 { margin: 1.2em 0 .9em; font-size: 1.35em; line-height: 1.2; text-align: left; }
h2 { margin: 1.3em 0 .4em; font-size: 1em; text-align: left; }
p { margin: 0 0 .55em; text-align: justify; }
.abstract { margin: 1em 1.6em 1.2em; font-size: .92em; }
.by { margin-bottom: 1.4em; text-align: left; font-size: .92em; }
.ref { font-size: .72em; line-height: 0; vertical-align: super; text-decoration: none; }
table { width: 100%; margin: 1em 0; border-collapse: collapse; font-size: .86em; line-height: 1.3; }
caption { padding-bottom: .5em; text-align: left; font-style: italic; }
th, td { padding: .28em .5em .28em 0; border-bottom: 1px solid #9aa7b2; text-align: left; font-weight: normal; }
thead th { border-top: 2px solid #52606d; border-bottom: 1px solid #52606d; font-weight: bold; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums lining-nums; }
.math { margin: .8em 0; text-align: center; font-style: italic; }
aside { margin: 0 0 .5em; padding-left: 1.6em; text-indent: -1.6em; font-size: .86em; line-height: 1.35; }
aside p { text-align: left; }
`,
  sections: [
    {
      id: 'introduction',
      title: '1. A unit for nothing',
      body: `<section epub:type="chapter"><h1>1. A unit for nothing</h1>
<p class="by">H. Aldermoor, Department of Applied Attention, Northmoor</p>
<p class="abstract"><b>Abstract.</b> Quiet is commonly measured as the absence of something else. We argue that readers do not experience it as an absence, report observations from six reading rooms, and propose a unit, the <i>hush</i>, that rises as a room grows quieter. Readers who were shown the value of their room raised it by a fifth within a week; the effect did not outlast the display.</p>
<p>It is a peculiarity of acoustics that its instruments are silent about silence. A sound level meter in an empty library returns a small number, and a small number is what we call an unimportant one. Yet those who work there speak of quiet as though there were more or less of it to be had: a room <i>has</i> quiet, loses it, and is given it back.${noteReference(1)} No other quantity of which people speak in this manner is measured by its lack. We do not give the warmth of a room as the cold that is missing.</p>
<p>The objection lies near that a scale may be turned over at no cost, and that nothing is gained by it. This essay maintains that something is. What is counted upwards is tended; what is counted downwards is merely kept from growing.${noteReference(2)} A librarian who is told that her room has gone from thirty-four decibels to thirty-one has been told nothing that she can be proud of.</p>
<h2>1.1 Terms</h2>
<p>By <i>reading room</i> we mean a room in which at least half of those present are reading, at most one is asleep, and nobody is employed to prevent either. By <i>margin</i> we mean the difference between the level at which a reader looks up and the level that obtains. It is this difference, not the level itself, that readers report when they are asked how quiet it is.${noteReference(3)}</p>
<p>The margin is audible in the plain sense of the word: readers notice when it narrows, and name the moment with a spread of less than two seconds, although no single sound need be the cause of it.</p>
</section>`,
    },
    {
      id: 'method',
      title: '2. Six rooms',
      body: `<section epub:type="chapter"><h1>2. Six rooms</h1>
<p>Six rooms were observed on eight days each, between the hours of ten and four. Levels were taken every second at the height of a seated ear. Readers were told that the lamps were being counted, which was true.${noteReference(4)}</p>
<table><caption>Table 1. Rooms, seats, and the margin at noon</caption>
<thead><tr><th>Room</th><th class="n">Seats</th><th class="n">Level, dB</th><th class="n">Margin, dB</th><th class="n">Hush</th></tr></thead>
<tbody>
<tr><td>Maps and plans</td><td class="n">18</td><td class="n">29.4</td><td class="n">14.1</td><td class="n">4.7</td></tr>
<tr><td>Law, lower gallery</td><td class="n">64</td><td class="n">33.0</td><td class="n">9.8</td><td class="n">3.3</td></tr>
<tr><td>Periodicals</td><td class="n">40</td><td class="n">38.7</td><td class="n">5.2</td><td class="n">1.7</td></tr>
<tr><td>Music</td><td class="n">22</td><td class="n">31.6</td><td class="n">12.9</td><td class="n">4.3</td></tr>
<tr><td>Children’s hall</td><td class="n">55</td><td class="n">47.2</td><td class="n">11.4</td><td class="n">3.8</td></tr>
<tr><td>Staff tea room</td><td class="n">9</td><td class="n">51.5</td><td class="n">−2.0</td><td class="n">0.0</td></tr>
</tbody></table>
<p>The children’s hall deserves remark. Its level was the second highest and its margin the third widest: readers there look up late. The hush of a room is thus no property of its walls, and a loud room may be rich in it.${noteReference(5)}</p>
<h2>2.1 The unit</h2>
<p>Let <i>m</i> be the margin in decibels. The hush <i>h</i> of a room is a third of it, and never less than nothing:</p>
<p class="math">h = max(0, m ⁄ 3)</p>
<p>The divisor is chosen so that one hush is about the least difference that a reader reports unasked. No room of ours exceeded five; we should be glad to hear of one that does.</p>
</section>`,
    },
    {
      id: 'results',
      title: '3. What readers did with it',
      body: `<section epub:type="chapter"><h1>3. What readers did with it</h1>
<p>In three of the six rooms a small lamp was set beside the door, whose brightness followed the hush. No explanation was given. On the second day readers in the law gallery had worked out what it showed; on the third they had begun to close the door behind those who did not.${noteReference(6)}</p>
<p>Within a week the hush of the three rooms had risen by 19, 22 and 21 per cent. In the rooms without a lamp it fell slightly, as it does in autumn. When the lamps were taken away the difference was gone within two days, though in the map room a reader was found to have drawn a lamp on the wall.</p>
<h2>3.1 Limits</h2>
<p>Six rooms are few. All of them are ours. The presence of an observer who counts lamps may itself be quieting, and we have no measure of it other than that we tried to be. Above all, a unit that people can see is no longer only a unit: it is a request.${noteReference(7)}</p>
<p>We do not regard this as a weakness of the method. A margin, after all, is where readers write.</p>
</section>`,
    },
    {
      id: 'notes',
      title: 'Notes',
      body: `<section epub:type="endnotes"><h1>Notes</h1>
${[
  'The idiom is stable over the four languages in which our readers complained.',
  'Compare the practice of gardeners, who count what has come up.',
  'Of 212 readers, 190 answered the question by looking about them first; the remaining 22 asked us to lower our voices.',
  'There were 311. Four did not work.',
  'The tea room is given for completeness. Its occupants declined to take part, at length.',
  'One of them was a judge.',
  'We owe this sentence to a reader of the law gallery, who passed it to us on a slip of paper.',
]
  .map(
    (text, index) =>
      `<aside epub:type="footnote" id="n${index + 1}"><p><a href="${sectionOfNote(index + 1)}#r${index + 1}">${index + 1}.</a> ${text}</p></aside>`,
  )
  .join('\n')}
</section>`,
    },
  ],
};

function noteReference(number: number): string {
  return `<a class="ref" epub:type="noteref" role="doc-noteref" id="r${number}" href="notes.xhtml#n${number}">${number}</a>`;
}

/** File of the section that contains the reference to a note. */
function sectionOfNote(number: number): string {
  return number <= 3 ? 'introduction.xhtml' : number <= 5 ? 'method.xhtml' : 'results.xhtml';
}

/**
 * An academic press with a white background, small type, long lines, and blue only for references.
 */
export const northmoor: Publisher = {
  id: 'northmoor',
  name: 'Northmoor University Press',
  deploymentSettings: {
    currency: 'GBP',
    locale: 'en-GB',
    theme: {
      name: 'system',
      tokens: {
        '--svc-background': { light: '#ffffff', dark: '#11161c', sepia: '#f5efe2' },
        '--svc-surface': { light: '#f6f8fa', dark: '#1a212a', sepia: '#fbf6ea' },
        '--svc-color': { light: '#14212b', dark: '#d3dbe3', sepia: '#33291d' },
        '--svc-muted': { light: '#51606c', dark: '#95a3b0', sepia: '#665746' },
        '--svc-line': { light: '#d8dfe5', dark: '#2c3641', sepia: '#ddd0b8' },
        '--svc-accent': { light: '#0a4d80', dark: '#84bbe8', sepia: '#0f4a73' },
        '--svc-selection': { light: '#cfe3f3', dark: '#25465f', sepia: '#dfd3b4' },
        '--svc-font-family': serif,
        '--svc-ui-font-family': sans,
        '--svc-font-size': '16px',
        '--svc-line-height': '1.42',
        '--svc-measure': '38',
        '--svc-radius': '0px',
      },
    },
  },
  saleTerms: {
    price: { amount: '38.00', currency: 'GBP' },
    access: { mode: 'sample', sections: ['OPS/introduction.xhtml'] },
  },
  book: theAudibleMargin,
};
