import { Alert, MultiSelect, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type Group, GroupChangedMeanwhile, GroupDraft, groupLevels, groups, type StaffLabel } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useStaffSearch } from '../../clinical/staff/staff-select.tsx'
import { useWards } from '../../clinical/use-wards.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SchemaForm } from '../../ui/form/schema-form.tsx'
import { useVersionedForm } from '../../ui/form/use-versioned-form.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { GroupChange } from './group-change.tsx'
import { outdatedByGroupChange } from './queries.ts'

const toVersion = (group: Group | undefined) => ({
  version: group?.version ?? 0,
  values: {
    name: group?.name ?? '',
    note: group?.note ?? '',
    escalation: group?.escalation ?? null,
    ward_ids: group?.wards.map(({ _id }) => _id) ?? [],
    member_ids: group?.members.map(({ _id }) => _id) ?? [],
  },
})

function readMeanwhile(detail: unknown) {
  const { group } = GroupChangedMeanwhile.parse(detail)
  return { newest: toVersion(group), changes: [group] }
}

/** Edits a group; without a group adds one. Shows what somebody else saved meanwhile before overwriting it. */
export function GroupForm({ group, onDone }: { group: Group | undefined; onDone: () => void }) {
  const { t } = useTranslation(['groups', 'alarms'])
  const { form, stored, conflict, fail } = useVersionedForm({
    opened: toVersion(group),
    schema: () => GroupDraft,
    readMeanwhile,
  })
  const send = useSend(groups.save, {
    inline: ['changed-meanwhile', 'invalid', 'name-taken'],
    outdates: outdatedByGroupChange,
    onSuccess: onDone,
  })
  const newer = conflict?.changes[0]
  const known = newer ?? group
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) =>
        send.mutate(
          { ...values, ...(group && { _id: group._id, version: stored.version }) },
          { onError: fail },
        )
      }
    >
      <Stack gap="md">
        {newer && <GroupChangedAlert group={newer} />}
        <TextInput
          {...form.getInputProps('name')}
          data-autofocus
          label={t('name')}
          size="md"
          required
          maxLength={100}
          autoComplete="off"
        />
        <WardsField
          value={form.values.ward_ids}
          onChange={(ids) => form.setFieldValue('ward_ids', ids)}
          error={form.errors['ward_ids']}
        />
        <MembersField
          value={form.values.member_ids}
          onChange={(ids) => form.setFieldValue('member_ids', ids)}
          error={form.errors['member_ids']}
          known={known?.members ?? []}
        />
        <NativeSelect
          label={t('escalation')}
          description={t('escalation-hint')}
          size="md"
          value={form.values.escalation ?? ''}
          onChange={({ currentTarget: { value } }) =>
            form.setFieldValue('escalation', groupLevels.find((level) => level === value) ?? null)
          }
          data={[
            { value: '', label: t('no-escalation') },
            ...groupLevels.map((value) => ({ value, label: t(`alarms:level.${value}`) })),
          ]}
        />
        <Textarea
          {...form.getInputProps('note')}
          label={t('note')}
          size="md"
          autosize
          minRows={2}
          maxLength={500}
        />
        <FormEnd action={t(newer ? 'save-over' : 'save')} isPending={send.isPending} onCancel={onDone} />
      </Stack>
    </SchemaForm>
  )
}

function GroupChangedAlert({ group }: { group: Group }) {
  const { t } = useTranslation(['groups', 'alarms'])
  const localName = useLocalizedName()
  const { name, note, escalation, wards, members } = group
  const content = [
    name,
    wards.map(localName).join(', '),
    members.map(formatStaffName).join(', '),
    t(escalation ? `alarms:level.${escalation}` : 'no-escalation'),
    note,
  ]
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} title={t('meanwhile')}>
      <div>
        <GroupChange group={group} />
      </div>
      <div>{content.filter(Boolean).join(' · ')}</div>
      <div>{t('meanwhile-explained')}</div>
    </Alert>
  )
}

type ChoiceProps = { value: string[]; onChange: (ids: string[]) => void; error: ReactNode }

function WardsField(props: ChoiceProps) {
  const { t } = useTranslation('groups')
  const localName = useLocalizedName()
  const wards = useWards()
  return (
    <MultiSelect
      {...props}
      label={t('wards')}
      size="md"
      searchable
      hidePickedOptions
      nothingFoundMessage={t('no-such-ward')}
      data={wards.map((ward) => ({ value: ward._id, label: localName(ward) }))}
    />
  )
}

/** `known`: staff whose names are already loaded. */
function MembersField({ known, onChange, ...props }: ChoiceProps & { known: readonly StaffLabel[] }) {
  const { t } = useTranslation('groups')
  const [typed, setTyped] = useState('')
  const found = useStaffSearch(groups.candidates, typed)
  const [chosen, setChosen] = useState<readonly StaffLabel[]>([])
  const offered = new Map([...known, ...chosen, ...found].map((person) => [person._id, person]))
  const foundIds = new Set(found.map(({ _id }) => _id))
  return (
    <MultiSelect
      {...props}
      onChange={(ids) => {
        // The next search may find others, and the names of those who were chosen must stay.
        setChosen([...offered.values()].filter(({ _id }) => ids.includes(_id)))
        onChange(ids)
      }}
      label={t('member-names')}
      description={t('members-hint')}
      size="md"
      searchable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      // The server searches, by any way to write a name, so do not filter its results again.
      filter={({ options }) => options.filter((option) => 'value' in option && foundIds.has(option.value))}
      nothingFoundMessage={t('nobody-found')}
      data={[...offered.values()].map((person) => ({ value: person._id, label: formatStaffName(person) }))}
    />
  )
}
