import { Button, Stack, Text } from '@mantine/core'
import {
  admissions,
  BedTaken,
  type CallError,
  type correctionReasons,
  errorCodes,
  type Input,
  type OutsideWards,
  type StayHistory,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, queryClient } from '../../../../api/client.ts'
import { BreakGlassForm, parseBlockedRecord } from '../../../../clinical/break-glass-form.tsx'
import { createSchema, listIssues } from '../../../../ui/form/create-schema.ts'
import { useSchemaForm } from '../../../../ui/form/schema-form.tsx'
import { formatPatientName } from '../../../../ui/person-name.ts'
import classes from '../../admissions.module.css'
import { ReasonFields } from '../reason-fields.tsx'
import { StayForm } from '../stay-form.tsx'
import { useStayAct } from '../use-stay-act.ts'
import { CorrectedPlaces } from './corrected-places.tsx'
import { type CorrectionValues, toCorrectionBody, toCorrectionValues } from './correction.ts'

type CorrectedStay = CorrectionValues & { stay_id: string; version: number }

type FormValues = CorrectedStay & {
  patient_id: string
  /** Another stay, where two patients were noted in each other's bed. */
  with: CorrectedStay | null
  reason: (typeof correctionReasons)[number] | ''
  note: string
}

const toStayBody = ({ stay_id, version, ...values }: CorrectedStay) => ({
  stay_id,
  version,
  ...toCorrectionBody(values),
})

const toBody = (values: FormValues) => {
  const { patient_id, with: other, reason, note } = values
  const body = { patient_id, ...toStayBody(values), with: other && toStayBody(other), reason, note }
  return body as Input<typeof admissions.correct>
}

const correctionSchema = createSchema<FormValues>((values) =>
  listIssues(admissions.correct.body, toBody(values)),
)

const toStayValues = (stay: StayHistory): CorrectedStay => ({
  ...toCorrectionValues(stay),
  stay_id: stay._id,
  version: stay.version,
})

/** The reading of another patient's stays; `shut` if their record is closed to the user. */
type Opening = { isPending: boolean; shut?: OutsideWards | undefined }

/**
 * Corrects where a patient was and when, and shows what was noted beside what it becomes. If a bed is noted for
 * somebody else then, both stays can be corrected together.
 */
export function CorrectForm({ stay, onClose }: { stay: StayHistory; onClose: () => void }) {
  const { t } = useTranslation('admissions')
  // What was noted when the form was filled in: the stays may change meanwhile.
  const [before, setBefore] = useState(stay)
  const [other, setOther] = useState<StayHistory>()
  const [opening, setOpening] = useState<Opening>({ isPending: false })
  const form = useSchemaForm<FormValues>({
    schema: correctionSchema,
    initialValues: {
      ...toStayValues(stay),
      patient_id: stay.patient._id,
      with: null,
      reason: '',
      note: '',
    },
  })
  const send = useStayAct(admissions.correct, onClose)
  const taken =
    send.error?.code === errorCodes['bed-taken'] ? BedTaken.safeParse(send.error.detail).data : undefined
  const addOther = async ({ patient: { _id: patient_id }, stay_id }: BedTaken) => {
    const asked = ask(admissions.history, { patient_id }, ['break-glass-needed'])
    setOpening({ isPending: true })
    try {
      const { stays } = await queryClient.fetchQuery({ ...asked, staleTime: 0 })
      const found = stays.find(({ _id }) => _id === stay_id)
      setOpening({ isPending: false })
      if (!found) return
      setOther(found)
      form.setFieldValue('with', toStayValues(found))
      send.reset()
      form.clearErrors()
    } catch (error) {
      setOpening({ isPending: false, shut: parseBlockedRecord(error as CallError) })
    }
  }
  if (opening.shut && taken)
    return <BreakGlassForm record={opening.shut} onOpened={() => void addOther(taken)} />
  const { with: second } = form.values
  return (
    <StayForm
      form={form}
      send={send}
      action={t('correct')}
      toBody={toBody}
      // A correction replaces all places, so it must not be made of older ones.
      onNewer={(newer) => {
        if (newer._id === second?.stay_id) {
          setOther(newer)
          form.setFieldValue('with', toStayValues(newer))
        } else {
          setBefore(newer)
          form.setValues(toStayValues(newer))
        }
      }}
      onClose={onClose}
    >
      <Text size="sm">{t('correct-text')}</Text>
      {second && <CorrectedPatient stay={before} />}
      <CorrectedPlaces form={form} path="" values={form.values} before={before} />
      {second && other && (
        <>
          <CorrectedPatient stay={other} />
          <CorrectedPlaces form={form} path="with." values={second} before={other} />
          <Button
            variant="default"
            size="md"
            onClick={() => {
              setOther(undefined)
              form.setFieldValue('with', null)
            }}
          >
            {t('correct-without')}
          </Button>
        </>
      )}
      <ReasonFields form={form} />
      {taken && !second && (
        <Stack gap="xs" role="status">
          <Text size="sm">
            {t('correct-with-text', { person: formatPatientName(taken.patient), bed: taken.bed })}
          </Text>
          <Button
            variant="default"
            size="md"
            loading={opening.isPending}
            onClick={() => void addOther(taken)}
          >
            {t('correct-with')}
          </Button>
        </Stack>
      )}
    </StayForm>
  )
}

function CorrectedPatient({ stay: { patient, an } }: { stay: StayHistory }) {
  const { t } = useTranslation('admissions')
  return (
    <h3 className={classes.heading}>
      {t('correct-of', { person: formatPatientName(patient), hn: patient.hn, an })}
    </h3>
  )
}
