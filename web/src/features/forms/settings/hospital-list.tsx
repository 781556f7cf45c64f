import { Textarea } from '@mantine/core'
import { type FieldProblem, type FormSettings, isSameValue, type ListedHospital } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { Section } from '../../../ui/section.tsx'
import classes from './form-settings.module.css'
import { formatHospitals, parseHospitals } from './hospital-lines.ts'

type HospitalListProps = {
  hospitals: FormSettings['hospitals']
  onChange: (hospitals: ListedHospital[]) => void
  problems: readonly FieldProblem[]
}

/** The hospitals that forms offer, a line each, so that a list can be pasted from a spreadsheet. */
export function HospitalList({ hospitals, onChange, problems }: HospitalListProps) {
  const { t } = useTranslation('forms')
  const [typed, setTyped] = useState(() => formatHospitals(hospitals))
  // Somebody else may have saved another list meanwhile.
  const text = isSameValue(parseHospitals(typed), hospitals) ? typed : formatHospitals(hospitals)
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
        classNames={{ input: classes.lines ?? '' }}
        value={text}
        error={findProblem(problems, (line, message) => (
          <>
            {line !== undefined && `${t('hospitals.line', { line })}: `}
            <ProblemText message={message} />
          </>
        ))}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onChange(parseHospitals(value))
        }}
      />
    </Section>
  )
}

const path = 'settings.hospitals'

/** The first problem of the list, with the number of its line, from 1. */
function findProblem(
  problems: readonly FieldProblem[],
  write: (line: number | undefined, message: string) => React.ReactNode,
): React.ReactNode {
  const problem = problems.find(({ field }) => field === path || field.startsWith(`${path}.`))
  if (!problem) return undefined
  const place = problem.field.split('.')[2]
  return write(place === undefined ? undefined : Number(place) + 1, problem.message)
}
