import { Textarea } from '@mantine/core'
import { type FieldProblem, type FormSettings, isSameValue, type ListedHospital } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { Section } from '../../../ui/section.tsx'
import classes from './form-settings.module.css'
import { findHospitalRow, formatHospitals, parseHospitals } from './hospital-rows.ts'

const path = 'settings.hospitals'

type HospitalListProps = {
  hospitals: FormSettings['hospitals']
  onChange: (hospitals: ListedHospital[]) => void
  problems: readonly FieldProblem[]
}

/** The hospitals that forms offer, a row each, so that a list can be pasted from a spreadsheet. */
export function HospitalList({ hospitals, onChange, problems }: HospitalListProps) {
  const { t } = useTranslation('forms')
  const [typed, setTyped] = useState(() => formatHospitals(hospitals))
  // Somebody else may have saved another list meanwhile.
  const text = isSameValue(parseHospitals(typed), hospitals) ? typed : formatHospitals(hospitals)
  const problem = problems.find(({ field }) => field === path || field.startsWith(`${path}.`))
  const place = problem?.field.split('.')[2]
  const row = place === undefined ? undefined : findHospitalRow(text, Number(place))
  return (
    <Section title={t('hospitals.title')}>
      <Textarea
        label={t('hospitals.label')}
        description={t('hospitals.lead')}
        size="md"
        autosize
        minRows={3}
        maxRows={20}
        maw="40rem"
        classNames={{ input: classes.rows ?? '' }}
        value={text}
        error={
          problem && (
            <>
              {row !== undefined && `${t('hospitals.row', { row })}: `}
              <ProblemText message={problem.message} />
            </>
          )
        }
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onChange(parseHospitals(value))
        }}
      />
    </Section>
  )
}
