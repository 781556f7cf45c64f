import { Badge, Button, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import {
  type DosedPatient,
  type DoseRule,
  type Drug,
  type DrugChanges,
  type DrugCode,
  type DrugUse,
  dosedPatients,
  drugCodes,
  drugList,
  type FieldProblem,
  type FormSettings,
  findDrugs,
  findListDigest,
  isChangedDrug,
  listChangeable,
  readRuleNumber,
} from 'contract'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApprovalFields } from '../../../clinical/approval/approval-fields.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import {
  changeNumber,
  dropDrug,
  formatPlace,
  type NumberPlace,
  parseLimit,
  readChangedNumber,
  writeStrength,
} from './drug-edits.ts'
import classes from './form-settings.module.css'

const path = 'settings.drugs'

export type EditDrugs = (edit: (before: DrugChanges) => DrugChanges) => void

type DrugSettingsProps = {
  settings: FormSettings
  onChange: (settings: FormSettings) => void
  /** The same function each time. */
  onEdit: EditDrugs
  problem: (field: string) => ReactNode
  problems: readonly FieldProblem[]
}

/** The drug list of the panel with what the hospital changes of it, and who approved it as it stands. */
export function DrugSettings({ settings, onChange, onEdit, problem, problems }: DrugSettingsProps) {
  const { t } = useTranslation('forms')
  const localName = useLocalizedName()
  const drugs = findDrugs(settings.drugs)
  const own = drugCodes.filter((code) => isChangedDrug(code, drugs)).map((code) => localName(drugList[code]))
  return (
    <Section title={t('approval.drug_list.title')}>
      <p className={classes.lead}>{t('approval.drug_list.lead')}</p>
      <p className={classes.lead}>{t('drugs.lead')}</p>
      <DrugRows changes={settings.drugs} onEdit={onEdit} problems={problems} />
      <p>{own.length === 0 ? t('drugs.of-standard') : t('drugs.of-own', { drugs: own.join(', ') })}</p>
      <ApprovalFields
        label={t('approval.drug_list.given')}
        approval={settings.drug_list}
        digest={findListDigest('drug_list', settings)}
        path="settings.drug_list"
        onChange={(drug_list) => onChange({ ...settings, drug_list })}
        problem={problem}
      />
    </Section>
  )
}

type RowsProps = { changes: DrugChanges; onEdit: EditDrugs; problems: readonly FieldProblem[] }

/** What is typed elsewhere on the page redraws none of the many drugs. */
const DrugRows = memo(function DrugRows({ changes, onEdit, problems }: RowsProps) {
  const { t } = useTranslation('forms')
  const localName = useLocalizedName()
  const [open, setOpen] = useState<readonly DrugCode[]>([])
  // A text that is no number stays in its field, also while its drug is closed.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const drugs = findDrugs(changes)
  const toggle = (code: DrugCode) =>
    setOpen(open.includes(code) ? open.filter((one) => one !== code) : [...open, code])
  const problem = (field: string) => {
    const found = problems.find((one) => one.field === field)
    return found && <ProblemText message={found.message} />
  }
  return (
    <ul className={classes.drugs}>
      {drugCodes.map((code) => {
        const hasProblem = problems.some(({ field }) => `${field}.`.startsWith(`${path}.${code}.`))
        const isOpen = open.includes(code) || hasProblem
        const name = localName(drugList[code])
        return (
          <li key={code}>
            <div className={classes.drugHead}>
              <strong>{[name, drugs[code].strength].filter(Boolean).join(' ')}</strong>
              {isChangedDrug(code, drugs) && <Badge size="lg">{t('drugs.own')}</Badge>}
              <div className={classes.drugActs}>
                {changes[code] && (
                  <Button
                    variant="default"
                    size="md"
                    aria-label={t('drugs.reset', { drug: name })}
                    leftSection={<IconArrowBackUp size={18} aria-hidden />}
                    onClick={() => onEdit((before) => dropDrug(before, code))}
                  >
                    {t('plans.reset')}
                  </Button>
                )}
                <Button
                  variant="default"
                  size="md"
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'drugs.close' : 'drugs.change', { drug: name })}
                  leftSection={<IconPencil size={18} aria-hidden />}
                  onClick={() => toggle(code)}
                >
                  {t(isOpen ? 'drugs.close-short' : 'drugs.change-short')}
                </Button>
              </div>
            </div>
            {problem(`${path}.${code}`)}
            {isOpen && (
              <TextInput
                label={t('drugs.strength')}
                description={t('drugs.standard', { value: drugList[code].strength ?? t('drugs.none') })}
                size="md"
                maw="24rem"
                value={changes[code]?.strength ?? ''}
                error={problem(`${path}.${code}.strength`)}
                onChange={({ currentTarget: { value } }) =>
                  onEdit((before) => writeStrength(before, code, value))
                }
              />
            )}
            {(drugList[code] as Drug).uses.map((use, index) => (
              <DrugUseFields
                key={use.for}
                code={code}
                drug={name}
                standard={use}
                own={drugs[code].uses[index] ?? use}
                isOpen={isOpen}
                readText={(at) => {
                  const value = readChangedNumber(changes, at)
                  const text = typed[formatPlace(at)] ?? ''
                  return Object.is(parseLimit(text), value) ? text : String(value ?? '')
                }}
                onText={(at, text) => {
                  setTyped((before) => ({ ...before, [formatPlace(at)]: text }))
                  onEdit((before) => changeNumber(before, at, parseLimit(text)))
                }}
                problem={problem}
              />
            ))}
          </li>
        )
      })}
    </ul>
  )
})

type UseProps = {
  code: DrugCode
  /** The name of the drug. */
  drug: string
  standard: DrugUse
  own: DrugUse
  isOpen: boolean
  readText: (at: NumberPlace) => string
  onText: (at: NumberPlace, text: string) => void
  problem: (field: string) => ReactNode
}

/** What a drug is given for: its doses as the crew reads them, beside those of the panel where they differ. */
function DrugUseFields({ code, drug, standard, own, isOpen, readText, onText, problem }: UseProps) {
  const { t, i18n } = useTranslation(['forms', 'calculations'])
  const isThai = i18n.language === 'th'
  const indication = t(`calculations:drug-indication.${standard.for}`)
  const write = (use: DrugUse, who: DosedPatient) => use[who]?.[isThai ? 'text_th' : 'text_en'] ?? ''
  return dosedPatients.map((who) => {
    const dosage = standard[who]
    if (!dosage) return null
    const title = `${indication} · ${t(`drugs.${who}`)}`
    const [text, usual] = [write(own, who), write(standard, who)]
    const isReadable = own[who]?.rules.every((rule) => !Object.values(rule).some(Number.isNaN))
    const field = `${path}.${code}.uses.${standard.for}`
    return (
      <div key={who} {...(isOpen && { role: 'group', 'aria-label': `${drug}: ${title}` })}>
        <p>
          {title}: {isReadable ? text : '–'}
          {text !== usual && <span className={classes.usual}> {t('drugs.standard', { value: usual })}</span>}
        </p>
        {problem(field)}
        {problem(`${field}.${who}`)}
        {isOpen &&
          dosage.rules.map((rule, place) => (
            <RuleFields
              // A rule has nothing but its order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={place}
              rule={rule}
              at={{ code, indication: standard.for, who, place }}
              readText={readText}
              onText={onText}
              problem={problem}
            />
          ))}
      </div>
    )
  })
}

type RuleProps = Pick<UseProps, 'readText' | 'onText' | 'problem'> & {
  rule: DoseRule
  at: Omit<NumberPlace, 'name'>
}

function RuleFields({ rule, at, readText, onText, problem }: RuleProps) {
  const { t } = useTranslation(['forms', 'form-options'])
  const unit = t(`form-options:dose-unit.${rule.unit}`)
  const [from, to = Number.POSITIVE_INFINITY] = rule.weightKg ?? []
  return (
    <>
      {from !== undefined && (
        <p>{Number.isFinite(to) ? t('drugs.between', { from, to }) : t('drugs.over', { from })}</p>
      )}
      <div className={classes.pair}>
        {listChangeable(rule).map((name) => {
          const place = { ...at, name }
          const isByWeight = rule.perKg && (name === 'low' || name === 'high')
          return (
            <TextInput
              key={name}
              label={t(`drugs.number.${name}`, { unit: isByWeight ? `${unit}/kg` : unit })}
              description={t('drugs.standard', { value: readRuleNumber(rule, name) ?? t('drugs.none') })}
              size="md"
              inputMode="decimal"
              autoComplete="off"
              value={readText(place)}
              error={problem(`${path}.${formatPlace(place)}`)}
              onChange={({ currentTarget }) => onText(place, currentTarget.value)}
            />
          )
        })}
      </div>
    </>
  )
}
