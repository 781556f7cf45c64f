import { contract, type Endpoint, errorCodes } from 'contract'
import en from 'contract/locales/en/audit.json' with { type: 'json' }
import th from 'contract/locales/th/audit.json' with { type: 'json' }
import { expect, test } from 'vitest'

const texts: Record<
  string,
  {
    action: Record<string, Record<string, string>>
    outcome: Record<string, string>
    group: Record<string, string>
  }
> = { en, th }

/**
 * Public calls are audited only for the sign-in and registration; readings themselves record which sender sent them.
 */
const isAudited = (name: string, { access }: Endpoint) =>
  name === 'signIn.signIn' || name === 'signIn.register' || (access !== 'public' && access !== 'sender')

test.each(['en', 'th'])(
  'everything the audit can contain has a name in %s: see locales/%s/audit.json',
  (language) => {
    const { action, outcome, group } = texts[language] ?? { action: {}, outcome: {}, group: {} }
    const nameless = Object.entries(contract).flatMap(([part, endpoints]) =>
      Object.entries(endpoints)
        .filter(([name, endpoint]) => isAudited(`${part}.${name}`, endpoint) && !action[part]?.[name])
        .map(([name]) => `action.${part}.${name}`),
    )
    expect(nameless).toEqual([])
    expect(Object.keys(contract).filter((part) => action[part] && !group[part])).toEqual([])
    expect(['ok', 'refused', ...Object.keys(errorCodes)].filter((code) => !outcome[code])).toEqual([])
  },
)
