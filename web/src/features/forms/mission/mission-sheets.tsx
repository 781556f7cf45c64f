import { Button } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { type FormName, type Mission, missionForms } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatFormRecordPath } from '../../../paths.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { useBeginRecord } from '../begin/use-begin-record.ts'
import classes from '../forms.module.css'
import { useFormTexts } from '../use-form-texts.ts'
import { NeededSheets } from './needed-sheets.tsx'

/**
 * The sheets of a mission: those that are there, and a way to begin each kind. A mission can have one for each patient.
 * Whoever dispatches without forms sees how far they are.
 */
export function MissionSheets({ mission }: { mission: Mission }) {
  const usesForms = useMay('form:use')
  if (mission.vehicle === null) return null
  if (!usesForms) return <NeededSheets mission={mission} />
  return (
    <>
      <NeededSheets mission={mission} />
      <div className={classes.missionSheets}>
        {mission.sheets.map(({ _id, form, number, state }) => (
          <SheetLink key={_id} {...{ _id, form, number, state }} />
        ))}
        {missionForms.map((form) => (
          <BeginSheet key={form} form={form} mission={mission} />
        ))}
      </div>
    </>
  )
}

function SheetLink({ _id, form, number, state }: Mission['sheets'][number]) {
  const { t } = useTranslation('forms')
  const { short } = useFormTexts(form)
  return (
    <Button
      variant="default"
      size="md"
      component={Link}
      to={formatFormRecordPath(form, _id)}
      leftSection={<IconFileText size={18} aria-hidden />}
    >
      {short} {number ?? t(`state.${state}`)}
    </Button>
  )
}

type BeginSheetProps = { form: FormName; mission: Pick<Mission, '_id' | 'number'> }

/** Begins a sheet of a mission, and opens it. */
export function BeginSheet({ form, mission: { _id, number } }: BeginSheetProps) {
  const { t } = useTranslation('forms')
  const { short } = useFormTexts(form)
  const navigate = useNavigate()
  const begin = useBeginRecord(form, (id) => void navigate(formatFormRecordPath(form, id)))
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconPlus size={18} aria-hidden />}
      loading={begin.isPending}
      onClick={() => begin.start({ _id, number })}
    >
      {t('begin-sheet', { form: short })}
    </Button>
  )
}
