import { useTranslation } from 'react-i18next'

/** What a call does, in words; its code if it has no name yet. */
export function useActionName(): (action: string) => string {
  const { t, i18n } = useTranslation('audit')
  return (action) => {
    const key = `action.${action}`
    return i18n.exists(key, { ns: 'audit' }) ? t(key as 'action.patients.get') : action
  }
}

export function useOutcomeName(): (outcome: string) => string {
  const { t, i18n } = useTranslation('audit')
  return (outcome) => {
    const key = `outcome.${outcome}`
    return i18n.exists(key, { ns: 'audit' }) ? t(key as 'outcome.ok') : outcome
  }
}

type ActionTable = Record<string, Record<string, string>>

/** All actions that have names, grouped by the part of the panel they belong to. */
export function useActionGroups(): { group: string; items: { value: string; label: string }[] }[] {
  const { t } = useTranslation('audit')
  const table: ActionTable = t('action', { returnObjects: true })
  const groups: Record<string, string> = t('group', { returnObjects: true })
  return Object.entries(table).map(([group, names]) => ({
    group: groups[group] ?? group,
    items: Object.entries(names).map(([name, label]) => ({ value: `${group}.${name}`, label })),
  }))
}
