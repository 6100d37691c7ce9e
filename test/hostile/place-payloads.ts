import type { Payload } from './payloads.ts';

/** A document with payloads in it. */
export interface PlacedPayloads {
  /** Description of the positions of the payloads. */
  place: string;
  payloads: Payload[];
  /** Content of `head`. */
  head: string;
  body: string;
}

/**
 * Number of payloads per document in positions where a payload cannot affect the markup after it.
 */
const perDocument = 40;

/**
 * Documents with payloads in every position. As raw markup, each payload gets three separate
 * documents, because it may swallow the rest of the document. As attribute values and text,
 * payloads share documents.
 */
export function placePayloads(payloads: Payload[]): PlacedPayloads[] {
  const values: PlacedPayloads[] = [];
  for (let at = 0; at < payloads.length; at += perDocument) {
    values.push(asValues(payloads.slice(at, at + perDocument)));
  }
  return [...payloads.flatMap(asMarkup), ...values];
}

const fillerText = '<p>A line of the book.</p>';

function asMarkup(payload: Payload): PlacedPayloads[] {
  const { text } = payload;
  const placed = (place: string, body: string): PlacedPayloads => ({
    place,
    payloads: [payload],
    head: '',
    body: fillerText + body,
  });
  return [
    placed(
      'markup and bare attributes',
      `<div>${text}</div><p title="${text}">a</p><a href='${text}'>b</a><img alt=${text}>`,
    ),
    placed(
      'drawings and formulas',
      `<math><mtext>${text}</mtext></math><svg><g>${text}</g></svg><svg><foreignObject>${text}</foreignObject></svg>`,
    ),
    placed('styles', `<p style="${text}">a</p><style>${text}</style><div>${text}</div>`),
  ];
}

function asValues(payloads: Payload[]): PlacedPayloads {
  const bodies = payloads.map(({ text }) => valuesOf(escapeXml(text)));
  return {
    place: 'values',
    payloads,
    head: payloads.map(({ text }) => `<style>${escapeXml(text)}</style>`).join(''),
    body: fillerText + bodies.join('\n'),
  };
}

function valuesOf(value: string): string {
  const attributes = (names: string) =>
    names
      .split(' ')
      .map((name) => `${name}="${value}"`)
      .join(' ');
  return `<p ${attributes('title class lang dir role data-x aria-label epub:type onclick onmouseover hidden translate')}>${value}</p>
<p id="${value}" style="${value}">a</p><p style="background:url('${value}')">b</p><p style="${value}:${value}">c</p>
<a ${attributes('href target ping rel download name')}>d</a><img ${attributes('src srcset alt usemap width height')}/>
<map name="${value}"><area ${attributes('href shape coords')}/></map>
<iframe ${attributes('src srcdoc')}></iframe><object data="${value}"><param name="src" value="${value}"/></object><embed src="${value}"/>
<form action="${value}"><button formaction="${value}">e</button><input ${attributes('type value onfocus')}/></form>
<audio ${attributes('src autoplay')}><source ${attributes('src type')}/></audio><video ${attributes('src poster')}><track ${attributes('src kind srclang label')}/></video>
<table ${attributes('background bgcolor width summary')}><tr><td ${attributes('background align')}>f</td></tr></table>
<font ${attributes('color face size')}>g</font><time datetime="${value}">h</time>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes('viewBox width onload')}>
<title>${value}</title><desc>${value}</desc><a ${attributes('xlink:href href')}><text>${value}</text></a><image ${attributes('xlink:href href')}/><use ${attributes('xlink:href href')}/>
<rect ${attributes('fill stroke filter clip-path mask style class x')}/><path d="${value}" marker-start="${value}"/>
<animate attributeName="href" ${attributes('values from to begin')}/><set attributeName="${value}" to="${value}"/>
<style>${value}</style><script>${value}</script><foreignObject><p xmlns="http://www.w3.org/1999/xhtml" title="${value}">${value}</p></foreignObject></svg>
<math xmlns="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes('href alttext altimg')}><maction ${attributes('actiontype xlink:href')}><mtext>${value}</mtext></maction>
<mstyle ${attributes('mathcolor mathbackground background style')}><mi ${attributes('mathvariant href class')}>i</mi></mstyle><semantics><mi>j</mi><annotation-xml encoding="text/html">${value}</annotation-xml></semantics></math>`;
}

/** The payload as text or as a quoted value, without the characters that XML cannot represent. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
