import { expect, test } from 'vitest'
import { deriveReferResult, deriveReferStatus, findProposedTime, type SentReferral } from './refer-status.ts'

const now = '2026-11-05T08:00:00.000Z'
const act = (
  name: SentReferral['acts'][number]['act'],
  result: 'DIED' | 'NOT_FOUND' | 'OTHER' | null = null,
  proposed_at: string | null = null,
) => ({
  act: name,
  result,
  proposed_at,
})
const sent: SentReferral = { state: 'complete', direction: 'OUT', cause: '1', valid_until: null, acts: [] }
const [accepted, declined, asked, replied, arrived] = [
  act('ACCEPTED'),
  act('DECLINED'),
  act('ASKED'),
  act('REPLIED'),
  act('ARRIVED'),
]

test.each<[string, Partial<SentReferral>, ReturnType<typeof deriveReferStatus>]>([
  ['a draft', { state: 'draft' }, null],
  ['a draft that was accepted by phone', { state: 'draft', acts: [accepted] }, 'A'],
  ['one that was sent', {}, 'P'],
  ['one that a crew has in hand', { acts: [act('TAKEN')] }, 'P'],
  ['one about which the receiver asks', { acts: [asked] }, 'W'],
  ['one whose question is answered', { acts: [asked, replied] }, 'P'],
  ['one that is accepted, and asked about since', { acts: [accepted, asked] }, 'W'],
  ['one that is accepted, whose question since is answered', { acts: [accepted, asked, replied] }, 'A'],
  ['a draft whose question is answered', { state: 'draft', acts: [asked, replied] }, 'P'],
  ['one for which the receiver asks for a time', { acts: [act('TIME_ASKED')] }, 'T'],
  ['one whose time is agreed on', { acts: [act('TIME_ASKED'), replied] }, 'P'],
  ['one that is accepted, and asked for another time', { acts: [accepted, act('TIME_ASKED')] }, 'T'],
  ['one that is put off', { acts: [accepted, act('POSTPONED')] }, 'S'],
  ['one that is put off, and accepted since', { acts: [act('POSTPONED'), accepted] }, 'A'],
  ['one of which the patient knows that it is accepted', { acts: [accepted, act('PATIENT_TOLD')] }, 'N'],
  ['one of which the patient knows while nobody has answered', { acts: [act('PATIENT_TOLD')] }, 'P'],
  ['one that is asked about though the patient knows', { acts: [accepted, asked, act('PATIENT_TOLD')] }, 'W'],
  ['one that is accepted anew', { acts: [accepted, act('PATIENT_TOLD'), declined, accepted] }, 'A'],
  ['one whose patient knew, and is there', { acts: [accepted, act('PATIENT_TOLD'), arrived] }, 'F'],
  ['one that is accepted', { acts: [declined, accepted] }, 'A'],
  ['one back to where the patient came from', { direction: 'BACK', acts: [accepted] }, 'I'],
  ['one that is declined', { acts: [accepted, declined] }, 'R'],
  ['one that is valid a moment longer', { valid_until: '2026-11-05T08:00:00.001Z', acts: [accepted] }, 'A'],
  ['one that is not valid any more', { valid_until: now, acts: [accepted] }, 'E'],
  ['one whose patient is there', { acts: [accepted, arrived, act('APPRAISED')] }, 'F'],
  ['one whose patient died on the way', { acts: [accepted, act('NOT_ARRIVED', 'DIED')] }, 'F'],
  [
    'a letter for continued treatment',
    { cause: '3', valid_until: '2026-12-01T00:00:00.000Z', acts: [accepted, arrived] },
    'O',
  ],
  ['such a letter that has run out', { cause: '3', valid_until: now, acts: [accepted, arrived] }, 'F'],
  ['one that was taken back', { state: 'void', acts: [asked] }, 'C'],
  ['one that was taken back after it was accepted', { state: 'void', acts: [accepted] }, 'V'],
])('%s has its state of e-Refer', (_, referral, expected) => {
  expect(deriveReferStatus({ ...sent, ...referral }, now)).toBe(expected)
})

test.each([
  [[], null],
  [[asked, replied], null],
  [[accepted], '1'],
  [[accepted, arrived], '1'],
  [[accepted, declined], '2'],
  [[accepted, act('NOT_ARRIVED', 'DIED')], '3'],
  [[accepted, act('NOT_ARRIVED', 'NOT_FOUND')], '4'],
  [[accepted, act('NOT_ARRIVED', 'OTHER'), act('APPRAISED')], '5'],
])('after %j the result of the 43 files is %s', (acts, expected) => {
  expect(deriveReferResult(acts)).toBe(expected)
})

const [tomorrow, later] = ['2026-11-06T01:00:00.000Z', '2026-11-07T01:00:00.000Z']
const [askedTime, putOff] = [act('TIME_ASKED', null, tomorrow), act('POSTPONED', null, later)]

test.each<[string, SentReferral['acts'], string | null]>([
  ['nobody has asked for', [accepted], null],
  ['is asked for', [askedTime], tomorrow],
  ['was agreed on', [askedTime, replied], null],
  ['is said in words', [askedTime, act('TIME_ASKED')], null],
  ['somebody is put off to', [askedTime, replied, putOff], later],
  ['somebody is put off to still, after a question', [putOff, askedTime, replied], later],
  ['somebody was put off to, and accepted since', [putOff, accepted], null],
])('the proposed time is found where it %s', (_which, acts, expected) => {
  expect(findProposedTime({ ...sent, acts }, now)).toBe(expected)
})
