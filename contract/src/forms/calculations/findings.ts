import type { Phrase } from './phrases.ts'

type FoundSign = { readonly of: string }
type FoundValue = FoundSign & {
  readonly value: number
  readonly comparison: string
  readonly limit: number | string
}

/** Signs by their names, values beside the limits that they broke. */
export const writeFindings = (findings: readonly (FoundSign | FoundValue)[]): Phrase[] =>
  findings.map((finding) =>
    'value' in finding
      ? {
          key: 'broken',
          values: {
            what: [{ key: `measure.${finding.of}` }],
            value: finding.value,
            comparison: finding.comparison,
            limit: finding.limit,
          },
        }
      : { key: `sign.${finding.of}` },
  )
