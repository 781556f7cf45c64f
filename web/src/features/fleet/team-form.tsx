import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconAmbulance, IconPlus, IconUsers } from '@tabler/icons-react'
import {
  type CallError,
  errorCodes,
  fleet,
  OnOtherTeam,
  type StaffLabel,
  shiftNames,
  type Team,
  TeamChangedMeanwhile,
  TeamDraft,
  weekdays,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useFleetChoices } from '../../clinical/ambulance/use-fleet-choices.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { type FormVersion, useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { BaseFields, type BaseValues, toBaseValues } from './base-fields.tsx'
import classes from './fleet.module.css'
import { MemberFields, type MemberRow } from './member-fields.tsx'
import { ProfileChangedAlert } from './profile-parts.tsx'
import { outdatedByVehicleOrTeam } from './queries.ts'

export type TeamValues = BaseValues & {
  name: string
  members: MemberRow[]
  shifts: Team['shifts']
  weekdays: Team['weekdays']
  default_vehicle_id: string
}
type TeamField = keyof TeamValues

const createRow = (role: MemberRow['role']): MemberRow => ({
  key: crypto.randomUUID(),
  staff_id: '',
  role,
  level: '',
  certificate_number: '',
  certificate_expires_on: '',
  phone: '',
})

const toVersion = (team: Team | undefined): FormVersion<TeamValues> => ({
  version: team?.version ?? 0,
  values: {
    name: team?.name ?? '',
    members: team?.members.map(({ staff, role, level, ...member }) => ({
      key: staff._id,
      staff_id: staff._id,
      role,
      level,
      certificate_number: member.certificate_number ?? '',
      certificate_expires_on: member.certificate_expires_on ?? '',
      phone: member.phone ?? '',
    })) ?? [createRow('LEADER'), createRow('DRIVER')],
    shifts: team?.shifts ?? [],
    weekdays: team?.weekdays ?? [],
    ...toBaseValues(team),
    default_vehicle_id: team?.default_vehicle?._id ?? '',
  },
})

function readMeanwhile(detail: unknown) {
  const { team } = TeamChangedMeanwhile.parse(detail)
  return { newest: toVersion(team), changes: [team] }
}

const inseparable = [
  ['lat', 'lang'],
  ['shifts', 'weekdays'],
]

/** Edits a team; without a team adds one. */
export function TeamForm({ team, onDone }: { team: Team | undefined; onDone: () => void }) {
  const { t } = useTranslation('fleet')
  const [opened] = useState(() => toVersion(team))
  const { form, stored, conflict, fail } = useVersionedForm({
    opened,
    schema: () => TeamDraft,
    inseparable,
    readMeanwhile,
  })
  const send = useSend(fleet.saveTeam, {
    inline: ['changed-meanwhile', 'invalid', 'name-taken', 'on-other-team'],
    outdates: outdatedByVehicleOrTeam,
    onSuccess: onDone,
  })
  const { vehicles } = useFleetChoices()
  const label = (field: string) => t(`field.${field as TeamField}`)
  const newer = conflict?.changes[0]
  const known = [...(team?.members ?? []), ...(newer?.members ?? [])].map(({ staff }) => staff)

  const submit = (values: TeamValues) =>
    send.mutate(
      { ...TeamDraft.parse(values), ...(team && { _id: team._id, version: stored.version }) },
      { onError: fail },
    )
  const { members } = form.values
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        {newer && conflict && <ProfileChangedAlert stamp={newer} {...conflict} label={label} />}
        <TextInput
          {...form.getInputProps('name')}
          data-autofocus
          label={label('name')}
          size="md"
          required
          maxLength={100}
          autoComplete="off"
        />
        <fieldset className={classes.part}>
          <legend>{label('members')}</legend>
          {team && team.missions.length > 0 && (
            <Alert
              color="blue"
              icon={<IconAmbulance aria-hidden />}
              title={t('team.on-mission', { numbers: team.missions.join(', ') })}
            >
              {t('team.keeps-mission')} {t('team.on-mission-hint')}
            </Alert>
          )}
          <BusyMembers failure={send.error} />
          <ul className={classes.rows}>
            {members.map((row, place) => (
              <li key={row.key}>
                <MemberFields
                  form={form}
                  place={place}
                  known={known}
                  onRemove={() => form.removeListItem('members', place)}
                />
              </li>
            ))}
          </ul>
          {form.errors['members'] && (
            <Text role="alert" c="var(--mantine-color-error)">
              {form.errors['members']}
            </Text>
          )}
          <Group>
            <Button
              variant="default"
              size="md"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => {
                form.clearFieldError('members')
                form.insertListItem('members', createRow('CARE'))
              }}
            >
              {t('team.add-member')}
            </Button>
          </Group>
        </fieldset>
        <fieldset className={classes.part}>
          <legend>{t('team.duty')}</legend>
          <ChoiceChips
            {...form.getInputProps('shifts')}
            multiple
            label={label('shifts')}
            choices={shiftNames.map((value) => ({ value, label: t(`shift.${value}`) }))}
          />
          <ChoiceChips
            {...form.getInputProps('weekdays')}
            multiple
            label={label('weekdays')}
            choices={weekdays.map((value) => ({ value, label: t(`weekday.${value}`) }))}
          />
          <Text size="xs" c="dimmed">
            {t('team.duty-hint')}
          </Text>
        </fieldset>
        <fieldset className={classes.part}>
          <legend>{t('section.base')}</legend>
          <BaseFields form={form} />
          <Select
            {...form.getInputProps('default_vehicle_id')}
            // Of nothing chosen there is nothing to clear.
            value={form.values.default_vehicle_id || null}
            onChange={(value) => form.setFieldValue('default_vehicle_id', value ?? '')}
            label={label('default_vehicle_id')}
            size="md"
            searchable
            clearable
            nothingFoundMessage={t('nothing-found')}
            data={vehicles}
          />
        </fieldset>
        <FormEnd action={t('save')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

/** Who is on duty in which other team at the same time, after a save was refused for it. */
function BusyMembers({ failure }: { failure: CallError | null }) {
  const { t } = useTranslation('fleet')
  const detail = OnOtherTeam.safeParse(failure?.detail)
  if (failure?.code !== errorCodes['on-other-team'] || !detail.success) return null
  const name = (staff: StaffLabel) => formatStaffName(staff)
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} title={t('team.busy')}>
      {detail.data.clashes.map(({ staff, team }) => (
        <div key={`${staff._id} ${team._id}`}>
          {t('team.busy-in', { person: name(staff), team: team.name })}
        </div>
      ))}
    </Alert>
  )
}
