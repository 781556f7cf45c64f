/** Keys that follow each other faster than people type, and when the last of them was pressed. */
export type Burst = { text: string; at: number }

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** A scanner leaves at most so long between two keys; nobody who types keeps that up. */
const longestGapMs = 50
/** In a field more keys are needed: two or three in a row can be that fast by chance. */
const shortestScan = { anywhere: 4, inField: 6 }

const punctuation: Readonly<Record<string, string>> = {
  Minus: '-',
  Slash: '/',
  Period: '.',
  NumpadSubtract: '-',
}

/**
 * The character of a key as a scanner means it. It presses the keys of an American keyboard: under the Thai layout they
 * would be other characters.
 */
function readCharacter({ key, code, shiftKey, ctrlKey, metaKey, altKey }: Key): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit !== undefined && !shiftKey) return digit
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  if (punctuation[code] !== undefined && !shiftKey) return punctuation[code]
  return code === '' && key.length === 1 ? key : undefined
}

/** The burst with this key; begun anew by a key that comes later, ended by one that is part of no number. */
export function addKey(burst: Burst | undefined, key: Key): Burst | undefined {
  // A scanner holds Shift for a capital letter.
  if (key.key === 'Shift') return burst && { ...burst, at: key.timeStamp }
  const character = readCharacter(key)
  if (character === undefined) return undefined
  const isFast = burst !== undefined && key.timeStamp - burst.at <= longestGapMs
  return { text: isFast ? burst.text + character : character, at: key.timeStamp }
}

/** What a scanner read, if this key is the Enter with which it ends. A hospital number has a digit. */
export function readScan(burst: Burst | undefined, key: Key, isInField: boolean): string | undefined {
  if (key.key !== 'Enter' || !burst || key.timeStamp - burst.at > longestGapMs) return undefined
  const needed = isInField ? shortestScan.inField : shortestScan.anywhere
  return burst.text.length >= needed && /\d/.test(burst.text) ? burst.text : undefined
}
