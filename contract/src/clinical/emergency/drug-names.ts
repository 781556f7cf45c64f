/**
 * A text as words for a comparison of names, each between spaces: without case, tone marks and doubled letters, `ph` as
 * `f` and `y` as `i`, since records spell a drug in many ways (amoxycillin, penicilin, อะม็อกซี่ซิลลิน). Thai and Latin
 * letters are of two words, as in แพ้aspirin.
 */
export const toWords = (text: string): string =>
  ` ${text
    .normalize('NFC')
    .toLowerCase()
    // Two signs of one shape: เ twice for แ.
    .replaceAll('เเ', 'แ')
    .replace(/[\u0E47-\u0E4C]/g, '')
    .replaceAll('ph', 'f')
    .replaceAll('y', 'i')
    .replace(/(\p{L})\1+/gu, '$1')
    .replace(/(\p{Script=Thai})(\p{Script=Latin})/gu, '$1 $2')
    .replace(/(\p{Script=Latin})(\p{Script=Thai})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** A name as it is looked for in words: it begins a word, and is a whole one if it ends in a space. */
export const toName = (name: string): string => {
  const words = toWords(name)
  const end = name.endsWith(' ') ? words : words.trimEnd()
  // Thai is written without spaces between its words.
  return /^[a-z]/i.test(name) ? end : end.trimStart()
}
