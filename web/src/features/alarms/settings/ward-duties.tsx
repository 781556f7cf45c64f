import { Button, NativeSelect, Skeleton, Text } from '@mantine/core'
import { alarms, type Result, type StaffLabel } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../../api/client.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { SectionTitle } from '../../../ui/section.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import classes from '../notify.module.css'
import { useDuties } from '../queries.ts'
import type { WardDuty } from '../rules.ts'

/** Who is notified on each ward when nobody acts on an alarm. */
export function WardDuties() {
  const { t } = useTranslation('alarms')
  const found = useDuties()
  return (
    <section className={classes.section}>
      <SectionTitle>{t('duty.title')}</SectionTitle>
      <Text c="dimmed">{t('duty.explained')}</Text>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="8rem" />
      ) : (
        <ul className={classes.settings}>
          {found.data.wards.map((duty) => (
            <li key={duty.ward._id} className={classes.setting}>
              <WardDutyRow
                duty={duty}
                nurses={found.data.nurses}
                doctors={found.data.doctors}
                acting={found.data.acting}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type WardDutyRowProps = Pick<Result<typeof alarms.duties>, 'nurses' | 'doctors' | 'acting'> & {
  duty: WardDuty
}

function WardDutyRow({ duty: { ward, nurse_in_charge, doctor }, nurses, doctors, acting }: WardDutyRowProps) {
  const { t } = useTranslation('alarms')
  const localName = useLocalizedName()
  const mayConfigure = useMay('alarm:configure')
  const [chosen, setChosen] = useState<{ nurse_in_charge?: string; doctor?: string }>({})
  const nurseId = chosen.nurse_in_charge ?? nurse_in_charge?._id ?? ''
  const doctorId = chosen.doctor ?? doctor?._id ?? ''
  const send = useSend(alarms.updateDuty, { outdates: [alarms.duties], onSuccess: () => setChosen({}) })
  const isChanged = nurseId !== (nurse_in_charge?._id ?? '') || doctorId !== (doctor?._id ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate(
      {
        ward_id: ward._id,
        nurse_in_charge: nurseId || null,
        doctor: doctorId || null,
        from: { nurse_in_charge: nurse_in_charge?._id ?? null, doctor: doctor?._id ?? null },
      },
      // What was chosen stays, on top of what somebody else may have saved meanwhile.
      { onError: () => void queryClient.invalidateQueries({ queryKey: [alarms.duties.path] }) },
    )
  }
  const choice = (
    who: 'nurse_in_charge' | 'doctor',
    held: StaffLabel | null,
    people: readonly StaffLabel[],
    value: string,
  ) => {
    // A person who has left stays shown as nurse in charge until somebody else is chosen.
    const offered = held && !people.some(({ _id }) => _id === held._id) ? [held, ...people] : people
    return (
      <NativeSelect
        size="md"
        label={t(`level.${who}`)}
        aria-label={t('duty.of', { who: t(`level.${who}`), ward: localName(ward) })}
        value={value}
        data={[
          { value: '', label: t('duty.nobody') },
          ...offered.map((person) => ({ value: person._id, label: formatStaffName(person) })),
        ]}
        onChange={({ currentTarget }) => setChosen({ ...chosen, [who]: currentTarget.value })}
      />
    )
  }
  const mayAct = (id: string) => acting.some(({ staff }) => staff.some(({ _id }) => _id === id))
  const unable = [nurse_in_charge, doctor].filter((named) => named !== null && !mayAct(named._id))
  const isNobody = !nurse_in_charge && !doctor
  return (
    <form className={classes.duty} onSubmit={submit}>
      <div className={classes.name}>
        <strong>{localName(ward)}</strong>
        {unable.map(
          (named) =>
            named && (
              <strong key={named._id} className={classes.small}>
                {t('duty.cannot-act', { who: formatStaffName(named) })}
              </strong>
            ),
        )}
        {isNobody && <span className={classes.small}>{t('duty.missing')}</span>}
      </div>
      {mayConfigure ? (
        <>
          {choice('nurse_in_charge', nurse_in_charge, nurses, nurseId)}
          {choice('doctor', doctor, doctors, doctorId)}
          <Button
            type="submit"
            size="md"
            disabled={!isChanged}
            loading={send.isPending}
            aria-label={t('duty.save-of', { ward: localName(ward) })}
          >
            {t('duty.save')}
          </Button>
        </>
      ) : (
        <>
          <span>
            {t('level.nurse_in_charge')}: <StaffName of={nurse_in_charge} otherwise={t('duty.nobody')} />
          </span>
          <span>
            {t('level.doctor')}: <StaffName of={doctor} otherwise={t('duty.nobody')} />
          </span>
        </>
      )}
    </form>
  )
}
