import type { ArrivalCorrection, VisitFact } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import classes from './triage-history.module.css'
import { useAccidentFacts } from './words.ts'

type Facts = ArrivalCorrection['before']

/** What was noted of a visit before, and what it was changed to. */
export function ChangedFacts({ of: { before, after } }: { of: ArrivalCorrection }) {
  const { t } = useTranslation('triage')
  const listAccident = useAccidentFacts()
  return (
    <span className={classes.two}>
      {(Object.keys(after) as VisitFact[]).map((fact) => (
        <span key={fact}>
          {t(`fact.${fact}`)}: <del>{draw(fact, before)}</del> → {draw(fact, after)}
        </span>
      ))}
    </span>
  )

  function draw(fact: VisitFact, facts: Facts): ReactNode {
    const text = describe(fact, facts)
    return text === undefined || text === '' ? <EmptyValue /> : text
  }

  function describe(fact: VisitFact, facts: Facts): ReactNode {
    switch (fact) {
      case 'visited_at':
      case 'onset_at':
      case 'opd_seen_at':
      case 'first_seen_at':
      case 'left_at':
        return facts[fact] && <Time at={facts[fact]} format="dd MMM yyyy HH:mm" />
      case 'kind':
        return facts.kind && t(`kind.${facts.kind}`)
      case 'source':
        return facts.source && t(`source.${facts.source}`)
      case 'mode':
        return facts.mode && t(`mode.${facts.mode}`)
      case 'symptom_groups':
        return facts.symptom_groups?.map((group) => `${group} ${t(`symptom-group.${group}`)}`).join(', ')
      case 'infection_signs':
        return facts.infection_signs?.map((sign) => t(`infection.${sign}`)).join(', ')
      case 'pregnancy':
        return facts.pregnancy && t(`pregnancy.${facts.pregnancy}`)
      case 'disposition':
        return facts.disposition && t(`disposition.${facts.disposition as 1}`)
      case 'is_accident':
        return t(
          `known.${facts.is_accident === true ? 'yes' : facts.is_accident === false ? 'no' : 'unknown'}`,
        )
      case 'accident':
        return facts.accident && listAccident(facts.accident).join(', ')
      default:
        return facts[fact] ?? undefined
    }
  }
}
