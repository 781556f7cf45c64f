import {
  type Age,
  computeTriageScore,
  listMissingVitals,
  mayBePregnant,
  needsOnset,
  standardTriageSettings,
  standardZones,
  suggestFromFindings,
  type TriageFindings,
  type TriageLevel,
  toTriageReadings,
  triageLevels,
} from 'contract'
import type { AttributedReading } from '../bedside/intake/store.ts'
import { demoId } from './ids.ts'
import type { Persona, TriageStory } from './persona.ts'
import { demoStaffId } from './staff.ts'

const nurse = demoStaffId('erNurse')
const minute = 60_000
/** How long before the arrival it began, where that matters. */
const sinceOnset = 60 * minute

/** What nobody was asked about: the visits of before. */
export const toldNothing = {
  complaint: null as string | null,
  infection_signs: [] as TriageStory['infection_signs'],
  is_accident: null as boolean | null,
  onset_at: null as string | null,
  pregnancy: 'not_asked' as 'yes' | 'no' | 'not_asked',
  pregnancy_weeks: null as number | null,
}
type Told = typeof toldNothing

type Visited = { persona: Persona; visitedAt: string; age: Age | null }

/** What whoever is triaged said at the arrival, as columns of their visit. */
export function tellArrival(triage: TriageStory, { persona, visitedAt, age }: Visited): Told {
  const { complaint, infection_signs, is_accident, pregnancy_weeks } = triage
  const isPregnant = pregnancy_weeks !== null
  return {
    complaint: persona.today?.complaint ?? complaint,
    infection_signs,
    is_accident,
    onset_at: needsOnset(triage) ? new Date(Date.parse(visitedAt) - sinceOnset).toISOString() : null,
    pregnancy: isPregnant ? 'yes' : mayBePregnant(persona.gender, age) ? 'no' : 'not_asked',
    pregnancy_weeks,
  }
}

const noComa = { gcs: { eye: null, verbal: null, motor: null }, gcs_total: null }

/** A triage as the panel stores it: suggestion, rule and NEWS2 are those of the product. */
export function buildTriage(triage: TriageStory, told: Told, age: Age | null) {
  const { life_saving, high_risk, resources, values, fast_tracks, override } = triage
  const found = { life_saving, high_risk, resources, values, ...noComa }
  const { paediatric_pressure } = standardTriageSettings
  const suggestion = suggestFromFindings(found, age, paediatric_pressure)
  if (!suggestion) throw new Error(`no level is suggested for ${told.complaint}`)
  const level = override?.level ?? suggestion.level
  return {
    staff_id: nurse,
    level: toNumber(level),
    suggested: toNumber(suggestion.level),
    rule: suggestion.rule,
    findings: suggestion.findings,
    inputs: {
      ...found,
      ...told,
      measured: [],
      noted: [],
      missing: listMissingVitals(found).map((vital) => ({
        vital,
        reason: vital === 'pain_score' ? 'UNABLE' : 'NOT_APPLICABLE',
      })),
      is_accident_unknown: false,
      is_onset_unknown: false,
      confirmed_allergies: null,
      age,
      paediatric_pressure,
    },
    override: override?.reason ?? null,
    override_words: null,
    zone: chooseZone(triage, level),
    fast_tracks,
    news2: computeTriageScore(found, { age, isPregnant: told.pregnancy === 'yes', scale: 1 }),
  }
}

const toNumber = (level: TriageLevel) => triageLevels.indexOf(level) + 1

function chooseZone({ infection_signs }: TriageStory, level: TriageLevel): string {
  const mayInfect = level !== 'RED' && !infection_signs.includes('NONE')
  return (mayInfect ? standardZones.isolation : null) ?? standardZones.of_level[level]
}

type Charted = { patientId: string; at: string; values: TriageFindings['values'] }

/** What was measured at triages and since, as the readings that it becomes. */
export function buildTriageReadings(charted: readonly Charted[]) {
  return charted
    .flatMap(({ values, ...of }) =>
      toTriageReadings({ values, measured: [] }).map(({ kind, ...measured }) => ({ kind, measured, ...of })),
    )
    .map(({ kind, measured, patientId, at }, index) => {
      const measuredAt = Date.parse(at)
      return {
        id: demoId('triage-reading', index + 1),
        kind,
        values: measured,
        source: 'manual',
        mac: null,
        deviceType: null,
        reportedAt: measuredAt,
        measuredAt,
        receivedAt: measuredAt,
        timing: 'told',
        deviceId: null,
        patientId,
        waitsFor: null,
        enteredBy: nurse,
      } satisfies AttributedReading
    })
}
