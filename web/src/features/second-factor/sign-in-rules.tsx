import { Button, Checkbox, Group, NumberInput, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { errorCodes, type SignInRules as Rules, type StaffTypeCode, secondFactor, staffTypes } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { FactorProblem } from './add-factor.tsx'
import classes from './second-factor.module.css'

/** An admin sets here who needs a second factor and when screens lock. */
export function SignInRules() {
  const { data, error, isFetching, refetch } = useQuery(ask(secondFactor.rules, {}, true))
  if (!data && error) return <QueryFailure query={{ error, isFetching, refetch }} />
  return data ? <RulesForm rules={data} /> : <Skeleton height="12rem" />
}

const types = Object.keys(staffTypes) as StaffTypeCode[]
const longestMinutes = 120

function RulesForm({ rules }: { rules: Rules }) {
  const { t } = useTranslation('second-factor')
  const nameStaffType = useStaffTypeName()
  const [asked, setAsked] = useState<string[]>(rules.second_factor_for)
  const [minutes, setMinutes] = useState<number | string>(rules.idle_lock_minutes)
  const save = useSend(secondFactor.updateRules, { inline: true, outdates: [secondFactor.rules] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({
      second_factor_for: types.filter((type) => asked.includes(type)),
      idle_lock_minutes: Number(minutes),
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" className={classes.column}>
        <Checkbox.Group
          label={t('rules.second-factor-for')}
          description={t('rules.from-next')}
          value={asked}
          onChange={setAsked}
        >
          <Group mt="xs">
            {types.map((type) => (
              <Checkbox key={type} value={type} size="md" label={nameStaffType(type)} />
            ))}
          </Group>
        </Checkbox.Group>
        <NumberInput
          label={t('rules.idle-lock')}
          description={t('rules.idle-lock-hint')}
          size="md"
          min={0}
          max={longestMinutes}
          allowDecimal={false}
          value={minutes}
          onChange={setMinutes}
          hideControls
          maw="20rem"
        />
        <FactorProblem
          error={save.error}
          text={save.error?.code === errorCodes['factor-impossible'] ? t('rules.impossible') : undefined}
        />
        <Group>
          <Button type="submit" size="md" loading={save.isPending} disabled={minutes === ''}>
            {t('rules.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
