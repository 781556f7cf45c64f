import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answer, missions } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { formatPatient } from '../../../clinical/patient/patient-search.ts'
import { PatientSelect } from '../../../clinical/patient/patient-select.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import { Fact, Facts } from '../../../ui/fact.tsx'
import classes from '../forms.module.css'
import { useRecord, useRecordStore } from '../use-record.ts'
import { useInputProps } from './use-input-props.tsx'

/**
 * The patient of a sheet. A user who may not look for patients can read who it is, take them off if it is somebody
 * else, and name the patient of their mission.
 */
export function PatientAnswer({ path, answer }: { path: string; answer: Answer | null }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const mayRead = useMay('patient:read')
  const { label, error } = useInputProps(path)
  const known = useRecord((one) => one.getRecord().patient)
  const ofMission = usePatientOfMission()
  const isNamed = typeof answer === 'string'
  const shown = [known, ofMission].find((one) => one?._id === answer)
  return (
    <>
      {mayRead ? (
        <PatientSelect
          label={label}
          error={error}
          value={isNamed ? answer : undefined}
          known={[known, ofMission].filter((one) => one !== null)}
          onChange={(id) => store.say(path, id ?? null)}
        />
      ) : (
        isNamed && (
          <>
            <Facts>
              <Fact label={label}>{shown ? formatPatient(shown) : t('patient-named')}</Fact>
            </Facts>
            <Button variant="default" size="md" onClick={() => store.say(path, null)}>
              {t('patient-other')}
            </Button>
          </>
        )
      )}
      {!mayRead && error && <p className={classes.problem}>{error}</p>}
      {!isNamed && ofMission && (
        <div className={classes.patientOfMission}>
          <p>{t('patient-asked')}</p>
          <Button variant="default" size="md" onClick={() => store.say(path, ofMission._id)}>
            {t('patient-same', { patient: formatPatient(ofMission) })}
          </Button>
        </div>
      )}
    </>
  )
}

/** The patient whom the request of the sheet's mission names, for its crew. */
function usePatientOfMission() {
  const isCrew = useMay('mission:crew')
  const missionId = useRecord((one) => one.getRecord().mission?._id)
  const own = useQuery({ ...ask(missions.mine, {}, true), enabled: isCrew && missionId !== undefined })
  return own.data?.missions.find(({ _id }) => _id === missionId)?.patient ?? null
}
