import type { ReadAloudState } from '../../state/read-aloud.ts';
import type { PassageListener, Narrator } from './narrator.ts';
import { sentencesOf, type Sentence } from './sentences.ts';

/**
 * Maximum wait for the list of voices. Browsers that load it late may fire `voiceschanged`, or
 * never do.
 */
const voicesWaitMs = 1500;

/** The sentence being spoken. */
interface CurrentSpeech {
  sentence: Sentence;
  language: string;
  listener: PassageListener;
  /** Number of code units spoken so far, up to the last word boundary. */
  spokenUnits: number;
  /** Referenced here because some browsers garbage-collect the utterance and never fire `end`. */
  utterance: SpeechSynthesisUtterance | null;
}

/**
 * Creates a narrator with the device's voices.
 *
 * @param language - The book's language. Only voices for this language are offered.
 */
export async function createVoiceNarrator(
  language: string,
  report: (change: Partial<ReadAloudState>) => void,
): Promise<Narrator<Sentence>> {
  const engine = speechSynthesis;
  const voices = await loadVoices(engine);
  const offered = voices.filter((voice) => speaksLanguage(voice, language));
  let chosen = offered.find((voice) => voice.default) ?? offered[0] ?? null;
  let rate = 1;
  let speech: CurrentSpeech | null = null;
  report({ voices: offered.map(({ name }) => name), voice: chosen?.name ?? null });

  function speak(): void {
    if (!speech) return;
    const current = speech;
    const { sentence, listener, spokenUnits: from } = current;
    const utterance = new SpeechSynthesisUtterance(sentence.text.slice(from));
    utterance.lang = current.language;
    utterance.rate = rate;
    utterance.voice = voiceFor(current.language);
    current.utterance = utterance;
    const isCurrent = () => speech === current && current.utterance === utterance;
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (!isCurrent() || (name && name !== 'word')) return;
      current.spokenUnits = from + charIndex;
      const length = charLength || wordLength(sentence.text, current.spokenUnits);
      const start = sentence.offsets[current.spokenUnits];
      const last = sentence.offsets[current.spokenUnits + length - 1];
      if (start !== undefined && last !== undefined) listener.onWord(start, last + 1);
    };
    utterance.onend = () => {
      if (!isCurrent()) return;
      speech = null;
      listener.onEnd();
    };
    utterance.onerror = ({ error }) => {
      if (!isCurrent()) return;
      if (error === 'not-allowed') listener.onPause();
      else if (error !== 'canceled' && error !== 'interrupted') listener.onFail('broken');
    };
    engine.speak(utterance);
  }

  // On some phones, a paused utterance never resumes. Cancel it, and restart from the last word.
  function silence(): void {
    if (speech) speech.utterance = null;
    engine.cancel();
  }

  function voiceFor(language: string): SpeechSynthesisVoice | null {
    if (chosen && speaksLanguage(chosen, language)) return chosen;
    return voices.find((voice) => speaksLanguage(voice, language)) ?? null;
  }

  function restartSpeech(): void {
    const wasSpeaking = speech?.utterance != null;
    silence();
    if (wasSpeaking) speak();
  }

  return {
    followsPageTurns: false,
    passagesOf: ({ tree, language: sectionLanguage }) => sentencesOf(tree, sectionLanguage),
    speak(sentence, section, listener) {
      silence();
      speech = { sentence, language: section.language, listener, spokenUnits: 0, utterance: null };
      speak();
    },
    pause: silence,
    resume() {
      if (!speech?.utterance) speak();
    },
    setRate(newRate) {
      rate = newRate;
      restartSpeech();
    },
    setVoice(name) {
      chosen = offered.find((voice) => voice.name === name) ?? chosen;
      restartSpeech();
    },
    stop() {
      silence();
      speech = null;
    },
  };
}

function speaksLanguage({ lang }: SpeechSynthesisVoice, language: string): boolean {
  const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  return primary(lang) === primary(language);
}

/** Returns the length of the word at an index, for voices that report only where words begin. */
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
