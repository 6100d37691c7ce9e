/** Letters read from the beginning of a text. */
const maxLength = 20_000;
/** Fewer letters do not show the direction of a text. */
const minLetters = 12;
const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether most letters of a text belong to scripts that are written from right to left. */
export function isRightToLeftText(text: string): boolean {
  const letters = text.slice(0, maxLength).match(/\p{L}/gu) ?? [];
  const found = letters.filter((letter) => rightToLeftLetter.test(letter)).length;
  return letters.length >= minLetters && found * 2 > letters.length;
}
