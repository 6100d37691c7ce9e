import type { ReadAloudState } from '../../state/read-aloud.ts';
import type { PassageListener, Narrator } from './narrator.ts';
import { sentencesOf, type Sentence } from './sentences.ts';

/** Browsers that look for their voices first say when they have them, or never. */
const voicesWaitMs = 1500;

/** What is being said. */
interface CurrentSpeech {
  sentence: Sentence;
  language: string;
  hearing: PassageListener;
  /** Code units of it that have been said, up to the last word. */
  spokenUnits: number;
  /** Kept: an utterance that nobody holds never ends in some browsers. */
  utterance: SpeechSynthesisUtterance | null;
}

/** A voice of the device. @param language - Of the book: the voices for it are offered. */
export async function createVoiceNarrator(
  language: string,
  tell: (change: Partial<ReadAloudState>) => void,
): Promise<Narrator<Sentence>> {
  const engine = speechSynthesis;
  const voices = await loadVoices(engine);
  const offered = voices.filter((voice) => speaksLanguage(voice, language));
  let chosen = offered.find((voice) => voice.default) ?? offered[0] ?? null;
  let rate = 1;
  let saying: CurrentSpeech | null = null;
  tell({ voices: offered.map(({ name }) => name), voice: chosen?.name ?? null });

  function speak(): void {
    if (!saying) return;
    const mine = saying;
    const { sentence, hearing, spokenUnits: from } = mine;
    const utterance = new SpeechSynthesisUtterance(sentence.text.slice(from));
    utterance.lang = mine.language;
    utterance.rate = rate;
    utterance.voice = voiceFor(mine.language);
    mine.utterance = utterance;
    const isMeant = () => saying === mine && mine.utterance === utterance;
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (!isMeant() || (name && name !== 'word')) return;
      mine.spokenUnits = from + charIndex;
      const length = charLength || wordLength(sentence.text, mine.spokenUnits);
      const start = sentence.offsets[mine.spokenUnits];
      const last = sentence.offsets[mine.spokenUnits + length - 1];
      if (start !== undefined && last !== undefined) hearing.onWord(start, last + 1);
    };
    utterance.onend = () => {
      if (!isMeant()) return;
      saying = null;
      hearing.onEnd();
    };
    utterance.onerror = ({ error }) => {
      if (!isMeant()) return;
      if (error === 'not-allowed') hearing.onPause();
      else if (error !== 'canceled' && error !== 'interrupted') hearing.onFail('broken');
    };
    engine.speak(utterance);
  }

  // What a browser calls a pause lasts for ever on some telephones: we begin again at the last word.
  function hush(): void {
    if (saying) saying.utterance = null;
    engine.cancel();
  }

  function voiceFor(wanted: string): SpeechSynthesisVoice | null {
    if (chosen && speaksLanguage(chosen, wanted)) return chosen;
    return voices.find((voice) => speaksLanguage(voice, wanted)) ?? null;
  }

  function sayAnew(): void {
    const wasSpeaking = saying?.utterance != null;
    hush();
    if (wasSpeaking) speak();
  }

  return {
    followsPageTurns: false,
    passagesOf: ({ tree, language: own }) => sentencesOf(tree, own),
    speak(sentence, section, hearing) {
      hush();
      saying = { sentence, language: section.language, hearing, spokenUnits: 0, utterance: null };
      speak();
    },
    pause: hush,
    resume() {
      if (!saying?.utterance) speak();
    },
    setRate(wanted) {
      rate = wanted;
      sayAnew();
    },
    setVoice(name) {
      chosen = offered.find((voice) => voice.name === name) ?? chosen;
      sayAnew();
    },
    stop() {
      hush();
      saying = null;
    },
  };
}

function speaksLanguage({ lang }: SpeechSynthesisVoice, language: string): boolean {
  const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  return primary(lang) === primary(language);
}

/** For voices that say where a word begins alone. */
function wordLength(text: string, at: number): number {
  return /^[\p{L}\p{M}\p{N}'’-]+/u.exec(text.slice(at))?.[0].length ?? 1;
}

async function loadVoices(engine: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  if (engine.getVoices().length > 0) return engine.getVoices();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, voicesWaitMs);
    engine.addEventListener?.('voiceschanged', () => (clearTimeout(timer), resolve()), {
      once: true,
    });
  });
  return engine.getVoices();
}
