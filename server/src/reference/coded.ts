/** An entry of a list to choose from; its index in the list is its position on the screen. */
export type Coded = { code: string; en: string; th: string }

/** Parses a list with one `code | English | Thai` per line. */
export function parseCodedList(text: string): Coded[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [code, en, th, ...rest] = line.split('|').map((part) => part.trim())
      if (!code || !en || !th || rest.length > 0) throw new Error(`not "code | English | Thai": ${line}`)
      return { code, en, th }
    })
}
