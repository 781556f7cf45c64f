export type Rank = 'begins' | 'contains'

const normalize = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/**
 * How well the best of these names fits what was typed: each part begins a word of it, or is somewhere in it. Thai is
 * written without spaces, so there a word is what stands between two spaces.
 */
export function rankNames(names: readonly string[], typed: string): Rank | undefined {
  const parts = normalize(typed).split(/\s+/)
  if (parts[0] === '') return undefined
  const ranks = names.map((name) => rankName(normalize(name), parts))
  return ranks.includes('begins') ? 'begins' : ranks.find((rank) => rank !== undefined)
}

function rankName(name: string, parts: readonly string[]): Rank | undefined {
  const words = name.split(/[\s/&,()·-]+/)
  if (parts.every((part) => name.startsWith(part) || words.some((word) => word.startsWith(part))))
    return 'begins'
  return parts.every((part) => name.includes(part)) ? 'contains' : undefined
}
