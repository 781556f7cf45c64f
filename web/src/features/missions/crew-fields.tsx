import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type CrewLevel, type CrewRole, crewLevels, crewRoles, fleet, type Mission } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffSelect } from '../../clinical/staff/staff-select.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './missions.module.css'

type Member = NonNullable<Mission['team']>['members'][number]
type Joiner = { key: string; staff_id: string; role: CrewRole; level: CrewLevel | '' }

/** What becomes of a crew: the role of each member, or that they leave it, and who joins it. */
export type CrewDraft = { roles: Record<string, CrewRole | 'leaves' | null>; joiners: Joiner[] }

export const untouchedCrew: CrewDraft = { roles: {}, joiners: [] }

/** Null if it is not known. */
const findRole = ({ roles }: CrewDraft, { staff, role }: Member) => roles[staff._id] ?? role

/** The change as the server takes it; what was not filled in is missing there, too. */
export function toCrewChange(draft: CrewDraft, members: readonly Member[]) {
  const stays = members.flatMap((member) => {
    const { staff, level } = member
    const role = findRole(draft, member)
    const isChanged = role !== null && role !== 'leaves' && role !== member.role
    return isChanged && level !== null ? [{ staff_id: staff._id, role, level }] : []
  })
  return {
    leaves: members.filter((one) => findRole(draft, one) === 'leaves').map(({ staff }) => staff._id),
    joins: [
      ...draft.joiners.map(({ key: _key, level, ...one }) => ({ ...one, level: level as CrewLevel })),
      ...stays,
    ],
  }
}

type CrewFieldsProps = {
  members: readonly Member[]
  draft: CrewDraft
  onChange: (draft: CrewDraft) => void
  problem: (name: string) => ReactNode
}

/** Says who leaves the crew of a mission and who joins it, each in which role. */
export function CrewFields({ members, draft, onChange, problem }: CrewFieldsProps) {
  const { t } = useTranslation(['missions', 'fleet'])
  const { joiners } = draft
  const change = (place: number, part: Partial<Joiner>) =>
    onChange({ ...draft, joiners: joiners.map((one, row) => (row === place ? { ...one, ...part } : one)) })
  const roles = crewRoles.map((value) => ({ value, label: t(`fleet:role.${value}`) }))
  const hasDriver = [
    ...members.map((one) => findRole(draft, one)),
    ...joiners.map(({ role }) => role),
  ].includes('DRIVER')
  const general = problem('joins') ?? problem('leaves')
  return (
    <Stack gap="md">
      <Text size="sm">{t('crew.hint')}</Text>
      {members.map((member) => (
        <NativeSelect
          key={member.staff._id}
          label={[formatStaffName(member.staff), member.level && t(`fleet:crew.${member.level}`)]
            .filter(Boolean)
            .join(' · ')}
          size="md"
          value={findRole(draft, member) ?? ''}
          data={[
            ...(member.level ? roles : [{ value: '', label: t('crew.unknown') }]),
            { value: 'leaves', label: t('crew.leaves') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...draft,
              roles: { ...draft.roles, [member.staff._id]: (value || null) as CrewRole | 'leaves' | null },
            })
          }
        />
      ))}
      {joiners.map((one, place) => (
        <fieldset
          key={one.key}
          className={classes.joiner}
          aria-label={t('crew.joins', { number: place + 1 })}
        >
          <StaffSelect
            search={fleet.candidates}
            label={t('crew.person')}
            value={one.staff_id || null}
            error={problem(`joins.${place}.staff_id`)}
            nothingFoundMessage={t('fleet:nothing-found')}
            onChange={(id) => change(place, { staff_id: id ?? '' })}
          />
          <NativeSelect
            label={t('fleet:field.role')}
            size="md"
            value={one.role}
            data={roles}
            onChange={({ currentTarget: { value } }) => change(place, { role: value as CrewRole })}
          />
          <NativeSelect
            label={t('fleet:field.level')}
            required
            size="md"
            value={one.level}
            error={problem(`joins.${place}.level`)}
            data={[
              { value: '', label: t('choose') },
              ...crewLevels.map((value) => ({ value, label: t(`fleet:crew.${value}`) })),
            ]}
            onChange={({ currentTarget: { value } }) => change(place, { level: value as Joiner['level'] })}
          />
          <Group>
            <Button
              variant="subtle"
              color="gray"
              size="md"
              aria-label={t('crew.remove-row', { number: place + 1 })}
              onClick={() => onChange({ ...draft, joiners: joiners.filter((_, row) => row !== place) })}
            >
              {t('crew.remove')}
            </Button>
          </Group>
        </fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() =>
            onChange({
              ...draft,
              joiners: [...joiners, { key: crypto.randomUUID(), staff_id: '', role: 'CARE', level: '' }],
            })
          }
        >
          {t('crew.add')}
        </Button>
      </Group>
      {!hasDriver && (
        <Text role="status" fw={600}>
          {t('crew.no-driver')}
        </Text>
      )}
      {general && (
        <Text role="alert" c="var(--mantine-color-error)">
          {general}
        </Text>
      )}
    </Stack>
  )
}
