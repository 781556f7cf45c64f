import {
  type FormSettings,
  type ListedHospital,
  type OwnOption,
  releasedFormSettings,
  standardTransportPlans,
} from 'contract'
import { expect, test } from 'vitest'
import { mergeFormSettings } from './merge-form-settings.ts'

const before: FormSettings = { ...releasedFormSettings, needed: { 'ambulance-request': ['landmark'] } }

test('what others saved meanwhile stays where the user changed nothing, and what the user changed stays too', () => {
  const mine = { ...before, needed: { 'ambulance-request': [] } }
  const drug_list = { approved_by: 'นพ. ก', licence: 'ว.1', approved_on: '2026-11-01', of: '' }
  const theirs = { ...before, not_offered: { position: ['SIT'] }, drug_list }
  expect(mergeFormSettings({ before, mine, theirs })).toEqual({
    needed: { 'ambulance-request': [] },
    not_offered: { position: ['SIT'] },
    own_options: {},
    drug_list,
    transport_plans: {},
    plans_approval: null,
    hospitals: [],
    drugs: {},
  })
  expect(mergeFormSettings({ before, mine: before, theirs })).toEqual(theirs)
  expect(mergeFormSettings({ before, mine, theirs: before })).toEqual(mine)
})

test('hospitals that two people add are both in the list, and one that either removed is not', () => {
  const [first, second, third, fourth] = ['10671', '10672', '10673', '10674'].map((code) => ({
    code,
    name: `รพ. ${code}`,
  })) as [ListedHospital, ListedHospital, ListedHospital, ListedHospital]
  const list = (...hospitals: ListedHospital[]) => ({ ...before, hospitals })
  const versions = { before: list(first, second), mine: list(second, third), theirs: list(first, fourth) }
  expect(mergeFormSettings(versions).hospitals).toEqual([fourth, third])
  const renamed = { ...first, name: 'รพ. ศูนย์' }
  expect(
    mergeFormSettings({ before: list(first), mine: list(renamed), theirs: list(first, second) }).hospitals,
  ).toEqual([second, renamed])
})

test('options that two people add are both in the list, those that are saved first, and one of both is there once', () => {
  const [mudslide, flood, snake] = ['Mudslide', 'Flash flood', 'Snake'].map((name) => ({
    name_th: `${name} (ไทย)`,
    name_en: name,
  })) as [OwnOption, OwnOption, OwnOption]
  const list = (...hazard: OwnOption[]) => ({ ...before, own_options: { hazard } })
  const merge = (mine: typeof before, theirs: typeof before) =>
    mergeFormSettings({ before: list(mudslide), mine, theirs }).own_options
  expect(merge(list(mudslide, flood), list(mudslide, snake))).toEqual({ hazard: [mudslide, snake, flood] })
  expect(merge(list(mudslide, flood), list(mudslide, flood))).toEqual({ hazard: [mudslide, flood] })
  expect(merge(list(mudslide), list(mudslide, snake))).toEqual({ hazard: [mudslide, snake] })
  const elsewhere = { ...before, own_options: { hazard: [mudslide], procedure: [flood] } }
  expect(merge(list(mudslide, snake), elsewhere)).toEqual({ hazard: [mudslide, snake], procedure: [flood] })
})

test('a plan that the user set back to the standard goes, whatever others changed', () => {
  const { U, H } = standardTransportPlans
  const [own, other] = [
    { ...U, vitals_minutes: 3 },
    { ...H, vitals_minutes: 3 },
  ]
  const held = { ...before, transport_plans: { U: own } }
  const theirs = { ...held, transport_plans: { U: own, H: other } }
  const merged = mergeFormSettings({ before: held, mine: before, theirs })
  expect(merged.transport_plans).toEqual({ H: other })
})

test('the drugs that two people change are both changed, and one that the user set back goes', () => {
  const strength = (text: string) => ({ strength: text, uses: {} })
  const held = { ...before, drugs: { ATROPINE: strength('1 mg/mL') } }
  const mine = { ...before, drugs: { MORPHINE: strength('15 mg/mL') } }
  const theirs = { ...held, drugs: { ...held.drugs, KETAMINE: strength('500 mg/10 mL') } }
  expect(mergeFormSettings({ before: held, mine, theirs }).drugs).toEqual({
    MORPHINE: strength('15 mg/mL'),
    KETAMINE: strength('500 mg/10 mL'),
  })
})
