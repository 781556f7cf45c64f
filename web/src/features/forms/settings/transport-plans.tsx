import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import {
  crewBesides,
  crewLevels,
  type FormSettings,
  findListDigest,
  findTransportPlans,
  isSameValue,
  kitCounts,
  type ReferralRisk,
  referralRisks,
  standardTransportPlans,
  type TransportPlan,
  transportKit,
  vehicleClasses,
} from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApprovalFields } from '../../../clinical/approval/approval-fields.tsx'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { Section } from '../../../ui/section.tsx'
import classes from './form-settings.module.css'

type TransportPlansProps = {
  settings: FormSettings
  onChange: (settings: FormSettings) => void
  problem: (field: string) => ReactNode
}

/** What a referral of each risk needs at least, and who approved it. A plan as the panel has it is not stored. */
export function TransportPlans({ settings, onChange, problem }: TransportPlansProps) {
  const { t } = useTranslation('forms')
  const plans = findTransportPlans(settings)
  const change = (risk: ReferralRisk, plan: TransportPlan) => {
    const { [risk]: _before, ...others } = settings.transport_plans
    const isStandard = isSameValue(plan, standardTransportPlans[risk])
    onChange({ ...settings, transport_plans: isStandard ? others : { ...others, [risk]: plan } })
  }
  return (
    <Section title={t('plans.title')}>
      <Stack gap="sm">
        <p className={classes.lead}>{t('plans.lead')}</p>
        {referralRisks.map((risk) => (
          <PlanFields
            key={risk}
            risk={risk}
            plan={plans[risk]}
            onChange={(plan) => change(risk, plan)}
            problem={(field) => problem(`settings.transport_plans.${risk}.${field}`)}
          />
        ))}
        <ApprovalFields
          label={t('approval.plans_approval.given')}
          approval={settings.plans_approval}
          digest={findListDigest('plans_approval', settings)}
          path="settings.plans_approval"
          onChange={(plans_approval) => onChange({ ...settings, plans_approval })}
          problem={problem}
        />
      </Stack>
    </Section>
  )
}

type PlanFieldsProps = {
  risk: ReferralRisk
  plan: TransportPlan
  onChange: (plan: TransportPlan) => void
  problem: (field: string) => ReactNode
}

/** They are in minutes. */
const intervals = [5, 10, 15, 20, 30, 60, 120]

function PlanFields({ risk, plan, onChange, problem }: PlanFieldsProps) {
  const { t } = useTranslation(['forms', 'referrals', 'fleet', 'form-options'])
  const set = (part: Partial<TransportPlan>) => onChange({ ...plan, ...part })
  const isStandard = isSameValue(plan, standardTransportPlans[risk])
  const minutes = plan.vitals_minutes
  return (
    <details className={classes.options}>
      <summary>
        {t(`form-options:referral-risk.${risk}`)} · {t(isStandard ? 'plans.standard' : 'plans.own')}
      </summary>
      <Stack gap="md" py="sm">
        {plan.crew.map((place, index) => (
          // A place has nothing but its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Group key={index} align="end" gap="sm">
            <ChoiceChips
              multiple
              label={t('plans.place', { number: index + 1 })}
              choices={crewLevels.map((value) => ({ value, label: t(`fleet:crew.short.${value}`) }))}
              value={place}
              error={problem(`crew.${index}`)}
              onChange={(levels) => set({ crew: plan.crew.with(index, levels) })}
            />
            <Button
              variant="subtle"
              color="gray"
              size="md"
              leftSection={<IconTrash size={18} aria-hidden />}
              aria-label={t('plans.remove-place', { number: index + 1 })}
              onClick={() => set({ crew: plan.crew.toSpliced(index, 1) })}
            >
              {t('plans.remove')}
            </Button>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="md"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => set({ crew: [...plan.crew, []] })}
          >
            {t('plans.add-place')}
          </Button>
        </Group>
        <ChoiceChips
          multiple
          label={t('plans.besides')}
          choices={crewBesides.map((value) => ({ value, label: t(`referrals:besides.${value}`) }))}
          value={plan.besides}
          onChange={(besides) => set({ besides })}
        />
        <div className={classes.pair}>
          <NativeSelect
            label={t('referrals:unit')}
            size="md"
            value={plan.unit}
            data={vehicleClasses.map((value) => ({ value, label: t(`form-options:unit-level.${value}`) }))}
            onChange={({ currentTarget }) => set({ unit: currentTarget.value as TransportPlan['unit'] })}
          />
          <NativeSelect
            label={t('referrals:vitals')}
            size="md"
            value={String(minutes ?? '')}
            data={[
              { value: '', label: t('referrals:start-and-end') },
              ...[...new Set([...intervals, ...(minutes === null ? [] : [minutes])])]
                .toSorted((one, other) => one - other)
                .map((count) => ({ value: String(count), label: t('referrals:every-minutes', { count }) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              set({ vitals_minutes: value === '' ? null : Number(value) })
            }
          />
        </div>
        <div className={classes.pair}>
          {transportKit.map((item) => (
            <KitField key={item} item={item} plan={plan} onChange={(kit) => set({ kit })} />
          ))}
        </div>
        {!isStandard && (
          <Group>
            <Button variant="default" size="md" onClick={() => onChange(standardTransportPlans[risk])}>
              {t('plans.reset')}
            </Button>
          </Group>
        )}
      </Stack>
    </details>
  )
}

type KitFieldProps = {
  item: (typeof transportKit)[number]
  plan: TransportPlan
  onChange: (kit: TransportPlan['kit']) => void
}

/** How many of a piece of equipment go along. */
function KitField({ item, plan, onChange }: KitFieldProps) {
  const { t } = useTranslation(['forms', 'referrals'])
  const words = { PER_DRIP: t('referrals:per-drip'), IF_NEEDED: t('referrals:if-needed') }
  const present = plan.kit.find((one) => one.item === item)
  return (
    <NativeSelect
      label={t(`referrals:kit-item.${item}`)}
      size="md"
      value={String(present?.count ?? '')}
      data={[
        { value: '', label: t('plans.not-needed') },
        ...kitCounts.map((count) => ({
          value: String(count),
          label: typeof count === 'number' ? String(count) : words[count],
        })),
      ]}
      onChange={({ currentTarget }) => {
        const count = kitCounts.find((one) => String(one) === currentTarget.value)
        const others = plan.kit.filter((one) => one.item !== item)
        const kit = count === undefined ? others : [...others, { item, count }]
        onChange(
          kit.toSorted((one, other) => transportKit.indexOf(one.item) - transportKit.indexOf(other.item)),
        )
      }}
    />
  )
}
