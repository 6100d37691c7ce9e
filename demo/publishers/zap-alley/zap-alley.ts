import type { PublisherBook, BookSection, Publisher } from '../publisher.ts';
import {
  burst,
  cloud,
  drops,
  duck,
  ink,
  soundEffect,
  panel,
  puddle,
  speechBubble,
  sun,
  caption,
  town,
  lettering,
} from './draw.ts';

const roundedFonts =
  "'Baloo 2', 'Comic Neue', 'Chalkboard SE', 'Trebuchet MS', 'URW Gothic', 'Noto Sans', sans-serif";
const page = { width: 800, height: 1100 };
const wide = { x: 30, width: 740 };
const left = { x: 30, width: 360 };
const right = { x: 410, width: 360 };
const day = '#8fd6ff';
const heat = '#ffb25e';
const dusk = '#b79cff';

const comicFonts =
  "'Baloo 2', 'Comic Neue', 'Chalkboard SE', 'Trebuchet MS', 'URW Gothic', 'Noto Sans', sans-serif";

/** "Captain Puddle", a fixed-layout comic with eight pages. */
export const captainPuddle: PublisherBook = {
  id: 'urn:uuid:0d2b5a0e-6a53-4d1f-9f0a-0a7c2f1d5102',
  isbn: '9780000000026',
  title: 'Captain Puddle',
  subtitle: 'The day it forgot to rain',
  author: ['Bo Tanaka-Flood', 'Tanaka-Flood, Bo'],
  description:
    'Forty days without a drop, the ducks are on strike, and the hero is down to a saucer. Somebody has to go up there and say hello.',
  css: `body { margin: 0; } svg { display: block; width: 800px; height: 1100px; }
text { font-family: ${comicFonts}; font-weight: 700; }`,
  cover: pageSvg(`<g font-family="${comicFonts}" font-weight="700">${drawCover()}</g>`),
  pageSize: page,
  sections: [
    drawnPage(1, 'Captain Puddle', drawCover()),
    drawnPage(
      2,
      'Forty days',
      `${panel('a', { ...wide, y: 30, height: 400, sky: heat }, `${sun(600, 110, 80)}${town(400, 740, [120, 170, 90, 150, 200, 110, 160, 130], '#c43d6b')}${caption(['Splashville. Tuesday.', 'It has not rained for forty days.'], 24, 24)}`)}
${panel('b', { ...left, y: 450, height: 620, sky: day }, `${duck(120, 560, 1.2)}${duck(290, 480, 0.9, true)}<path d="M196 560V300" stroke="${ink}" stroke-width="9"/><rect x="70" y="190" width="240" height="130" fill="#fff" stroke="${ink}" stroke-width="5"/><text x="190" y="245" font-size="30" text-anchor="middle" fill="#a8124f">NO POND,</text><text x="190" y="290" font-size="30" text-anchor="middle" fill="#a8124f">NO QUACK!</text>${caption(['The ducks', 'were on strike.'], 24, 24)}`)}
${panel('c', { ...right, y: 450, height: 620, sky: dusk }, `<path d="M180 250q-130 10 -130 130q32 -26 64 0q32 -26 66 0q32 -26 66 0q32 -26 64 0q0 -120 -130 -130z" fill="#ff4f8b" stroke="${ink}" stroke-width="5"/><path d="M180 240v290q0 34 -34 34t-30 -30" fill="none" stroke="${ink}" stroke-width="9"/>${speechBubble(['Zzzz…'], 190, 130, [200, 250], 30)}${caption(['Even the umbrellas', 'were bored.'], 24, 24)}`)}`,
    ),
    drawnPage(
      3,
      'A saucer',
      `${panel('a', { ...wide, y: 30, height: 520, sky: '#fff6d8' }, `<ellipse cx="370" cy="450" rx="220" ry="36" fill="#fff" stroke="${ink}" stroke-width="6"/>${puddle(370, 440, 1.05, 'sad')}${speechBubble(['I used to be a LAKE', 'on weekends!'], 310, 100, [410, 280], 28)}${caption(['Meanwhile, in a saucer…'], 24, 24)}`)}
${panel('b', { ...left, y: 570, height: 500, sky: day }, `${duck(150, 470, 1.5)}${speechBubble(['Captain!', 'Do something', 'heroic!'], 90, 50, [230, 320], 28)}`)}
${panel('c', { ...right, y: 570, height: 500, sky: heat }, `${puddle(180, 480, 1.1, 'loud')}${speechBubble(['I can do', 'DAMP.'], 110, 60, [190, 260], 34)}`)}`,
    ),
    drawnPage(
      4,
      'Where clouds go',
      `${panel('a', { ...wide, y: 30, height: 330, sky: dusk }, `${duck(120, 310, 1.2)}${puddle(610, 310, 0.95, 'sad')}${speechBubble(['There is ONE cloud left.', 'She sits behind the hill.'], 170, 36, [190, 210], 25)}`)}
${panel('b', { ...wide, y: 380, height: 690, sky: heat }, `<path d="M-20 690Q200 240 420 210T760 400V690z" fill="#7ac74f" stroke="${ink}" stroke-width="6"/><path d="M40 690Q260 560 330 420T460 240" fill="none" stroke="#fff6d8" stroke-width="26" stroke-dasharray="34 22"/>${sun(620, 120, 76)}${cloud(330, 150, 0.75, 'none')}${puddle(130, 660, 0.7, 'loud')}${speechBubble(['Then UP I go!'], 180, 500, [160, 590], 30)}${caption(['It was hot. It was steep.', 'He lost a spoonful with every step…'], 24, 24)}`)}`,
    ),
    drawnPage(
      5,
      'A teaspoon',
      `${panel('a', { ...wide, y: 30, height: 500, sky: heat }, `${sun(190, 140, 110)}${puddle(520, 470, 0.45, 'sad')}${speechBubble(['HA! HA!', 'How small you are!'], 345, 60, [290, 150], 28)}${speechBubble(['Small is easier to carry.'], 90, 300, [490, 400], 25)}`)}
${panel('b', { ...wide, y: 550, height: 520, sky: day }, `<path d="M-20 520Q300 330 760 470V520z" fill="#7ac74f" stroke="${ink}" stroke-width="6"/>${cloud(460, 230, 1.3, 'sad')}${puddle(130, 440, 0.45, 'glad')}${speechBubble(['Er. Madam?'], 40, 250, [130, 350], 30)}${caption(['And there she was: Nimbus.'], 24, 24)}`)}`,
    ),
    drawnPage(
      6,
      'Nobody looks up',
      `${panel('a', { ...wide, y: 30, height: 640, sky: '#6f8fd8' }, `${cloud(390, 400, 2, 'sad')}${speechBubble(['Forty YEARS I rained on you.', 'And what did you say?'], 30, 40, [280, 230], 28)}${speechBubble(['“Oh no. Rain.”'], 440, 530, [450, 470], 28)}`)}
${panel('b', { ...left, y: 690, height: 380, sky: dusk }, `${puddle(180, 350, 0.9, 'sad')}${speechBubble(['…We did', 'say that.'], 70, 30, [180, 190], 30)}`)}
${panel('c', { ...right, y: 690, height: 380, sky: '#ffd93b' }, `${puddle(180, 360, 0.9, 'loud')}${soundEffect('IDEA!', 180, 100, 130, 54)}`)}`,
    ),
    drawnPage(
      7,
      'Hello!',
      `${panel('a', { ...wide, y: 30, height: 700, sky: day }, `${cloud(370, 170, 1.2, 'none')}${town(700, 740, [90, 140, 70, 120, 160, 90, 130], '#5b2ea6')}${duck(130, 660, 1.2)}${duck(620, 660, 1.2, true)}${duck(250, 690, 0.9)}${puddle(390, 660, 1, 'loud')}${soundEffect('HELLO!', 400, 380, 190, 92)}${speechBubble(['HELLO UP THERE!'], 30, 440, [140, 560], 24)}${speechBubble(['NICE HAT!'], 540, 460, [620, 560], 24)}`)}
${panel('b', { ...wide, y: 750, height: 320, sky: '#b8e4ff' }, `${cloud(200, 190, 1.1, 'glad')}${speechBubble(['Nobody ever…', 'Oh dear. I think', 'I am going to—'], 392, 60, [345, 200], 28)}`)}`,
    ),
    drawnPage(
      8,
      'Ker-splash',
      `<rect width="800" height="1100" fill="#8fd6ff"/>${drops(820, 1100, 74)}${cloud(400, 150, 1.7, 'glad')}
<path d="M-10 900q100 -60 200 0t200 0t200 0t220 0v220h-820z" fill="#2f7bff" stroke="${ink}" stroke-width="7"/>
${duck(150, 900, 1.4)}${duck(650, 890, 1.4, true)}${puddle(400, 930, 1.8, 'glad')}${soundEffect('KER-SPLASH!', 400, 490, 225, 96)}
${caption(['The end. (Bring a towel.)'], 210, 1010, 28)}`,
    ),
  ],
};

function drawCover(): string {
  return `<rect width="800" height="1100" fill="#2f7bff"/>${sun(400, 560, 250)}
${town(1100, 800, [120, 190, 90, 230, 150, 110, 200], '#5b2ea6')}${puddle(400, 920, 2.5, 'glad')}
${burst(270, 190, 215)}${burst(520, 320, 230)}${lettering('CAPTAIN', 300, 180, 112)}${lettering('PUDDLE!', 470, 310, 112)}
${caption(['The day it', 'forgot to rain'], 496, 960, 28)}${caption(['Bo Tanaka-Flood'], 24, 1014, 24)}`;
}

function drawnPage(number: number, title: string, art: string): BookSection {
  return { id: `page-${number}`, title, body: pageSvg(art) };
}

function pageSvg(art: string): string {
  const { width, height } = page;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff6d8"/>
${art}</svg>`;
}

/**
 * A comics publisher with three flat colors and round corners. The sample ends with a cliffhanger.
 */
export const zapAlley: Publisher = {
  id: 'zap-alley',
  name: 'Zap Alley',
  deploymentSettings: {
    currency: 'USD',
    locale: 'en-US',
    theme: {
      name: 'system',
      tokens: {
        '--svc-background': { light: '#ffd93b', dark: '#1b1446', sepia: '#ffe9a6' },
        '--svc-surface': { light: '#fff6d8', dark: '#2a2064', sepia: '#fff6dc' },
        '--svc-color': { light: '#15123a', dark: '#fff3c4', sepia: '#2b1d12' },
        '--svc-muted': { light: '#4b4168', dark: '#c9bff0', sepia: '#6b4f2a' },
        '--svc-line': { light: '#e8b90f', dark: '#453a8a', sepia: '#ecc873' },
        '--svc-accent': { light: '#a8124f', dark: '#ff9cc2', sepia: '#a3174a' },
        '--svc-selection': { light: '#ff9cc2', dark: '#6a2a6e', sepia: '#ffc48f' },
        '--svc-font-family': roundedFonts,
        '--svc-ui-font-family': roundedFonts,
        '--svc-radius': '22px',
      },
    },
  },
  saleTerms: {
    price: { amount: '4.99', currency: 'USD' },
    access: { mode: 'sample', sections: [1, 2, 3, 4].map((page) => `OPS/page-${page}.xhtml`) },
  },
  book: captainPuddle,
};
