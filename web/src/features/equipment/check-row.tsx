import { Button, FileButton, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconCamera, IconCheck } from '@tabler/icons-react'
import { type EquipmentSheet, equipmentDefects, equipmentItems, listNeededBatchFields } from 'contract'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckEntry } from '../../clinical/ambulance/check-draft.ts'
import { useItemName } from '../../clinical/ambulance/use-item-name.ts'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { DateField } from '../../ui/form/date/date-field.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { ItemStatusBadge } from './check-badges.tsx'
import { isOfBulk, judgeEntry, lacksBatchFields, lacksCharge } from './check-values.ts'
import classes from './equipment.module.css'

/** The photo of a fault as it is sent, or why there is none: it is still being made small, or cannot be read. */
export type FaultPhotoChoice = File | 'reading' | 'photo-type' | 'photo-unreadable'

type CheckRowProps = {
  wanted: EquipmentSheet['items'][number]
  entry: CheckEntry
  photo: FaultPhotoChoice | undefined
  today: string
  /** Whether it is told that nobody has looked at it. */
  isMissing: boolean
  onChange: (item: string, change: Partial<CheckEntry>) => void
  onPhoto: (item: string, photo: File) => void
  onRemovePhoto: (item: string) => void
}

/** One item: how many were found, what is read from it, and, when opened, its lot, date, defect, note and photo. */
export const CheckRow = memo(function CheckRow(props: CheckRowProps) {
  const { wanted, entry, today, isMissing, onChange } = props
  const { t } = useTranslation('equipment')
  const itemName = useItemName()
  const [isOpen, setOpen] = useState(false)
  const { item, needed } = wanted
  const properties = equipmentItems[item]
  const name = itemName(item)
  const status = judgeEntry(wanted, entry, today)
  // What is there and has no date yet shows where it is written.
  const asksForDate = Number(entry.found) > 0 && lacksBatchFields(item, entry)
  const [wasAsked, setAsked] = useState(false)
  if (asksForDate && !wasAsked) {
    setAsked(true)
    setOpen(true)
  }
  const change = (part: Partial<CheckEntry>) => onChange(item, part)
  const asked = [
    t('needs', { count: needed }),
    ...(properties?.vital ? [t('vital')] : []),
    ...(properties?.controlled ? [t('controlled')] : []),
  ]
  return (
    <li
      className={classes.row}
      data-missing={(isMissing && status === undefined) || undefined}
      id={`item-${item}`}
    >
      <div className={classes.lines}>
        <span>{name}</span>
        <span className={classes.inline}>
          <span className={classes.quiet}>{asked.join(' · ')}</span>
          {status && <ItemStatusBadge status={status} />}
        </span>
      </div>
      <div className={classes.controls}>
        {isOfBulk(item) && (
          <Button
            variant={entry.found === needed ? 'light' : 'default'}
            size="md"
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={t('complete-of', { item: name })}
            onClick={() => change({ found: needed })}
          >
            {t('complete')}
          </Button>
        )}
        <NumberInput
          className={classes.number}
          hideControls
          aria-label={`${t('field.found')}: ${name}`}
          placeholder={t('field.found')}
          size="md"
          min={0}
          max={999}
          allowDecimal={false}
          allowNegative={false}
          inputMode="numeric"
          value={entry.found}
          error={isMissing && typeof entry.found !== 'number'}
          onChange={(found) => change({ found })}
        />
        {properties?.charge && (
          <UnitNumberField
            className={classes.reading}
            aria-label={`${t('field.charge')}: ${name}`}
            placeholder={t('field.charge')}
            unit="%"
            size="md"
            max={100}
            decimalScale={0}
            value={entry.charge}
            error={isMissing && lacksCharge(item, entry)}
            onChange={(charge) => change({ charge })}
          />
        )}
        {properties?.pressure && (
          <UnitNumberField
            className={classes.reading}
            aria-label={`${t('field.pressure')}: ${name}`}
            placeholder={t('field.pressure')}
            unit="psi"
            size="md"
            max={5000}
            decimalScale={0}
            value={entry.pressure}
            error={isMissing && typeof entry.pressure !== 'number'}
            onChange={(pressure) => change({ pressure })}
          />
        )}
        <Button
          variant="default"
          size="md"
          aria-expanded={isOpen}
          aria-label={t('details-of', { item: name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('details')}
        </Button>
      </div>
      {isOpen && <Details {...props} change={change} />}
    </li>
  )
})

type DetailsProps = CheckRowProps & { change: (part: Partial<CheckEntry>) => void }

function Details({
  wanted: { item },
  entry,
  photo,
  isMissing,
  change,
  onPhoto,
  onRemovePhoto,
}: DetailsProps) {
  const { t } = useTranslation(['equipment', 'ui'])
  const properties = equipmentItems[item]
  const needed = Number(entry.found) > 0 ? listNeededBatchFields(item) : []
  return (
    <div className={classes.more}>
      <ChoiceChips
        label={t('field.defect')}
        choices={[
          { value: 'none', label: t('no-defect') },
          ...equipmentDefects.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        value={entry.defect || 'none'}
        onChange={(chosen) => change({ defect: equipmentDefects.find((one) => one === chosen) ?? '' })}
      />
      <div className={classes.fields}>
        {properties?.expires && (
          <TextInput
            label={t('field.lot')}
            required={needed.includes('lot')}
            error={isMissing && needed.includes('lot') && entry.lot.trim() === ''}
            size="md"
            maxLength={50}
            value={entry.lot}
            onChange={({ currentTarget: { value } }) => change({ lot: value })}
          />
        )}
        {(properties?.expires || properties?.document) && (
          <DateField
            label={t('field.expires_on')}
            required={needed.includes('expires_on')}
            error={isMissing && needed.includes('expires_on') && entry.expires_on === ''}
            size="md"
            value={entry.expires_on}
            onChange={(value) => change({ expires_on: value })}
          />
        )}
        <Textarea
          label={t('field.note')}
          size="md"
          autosize
          maxLength={300}
          value={entry.note}
          onChange={({ currentTarget: { value } }) => change({ note: value })}
        />
      </div>
      <div className={classes.inline}>
        <FileButton accept="image/jpeg,image/png" onChange={(file) => file && onPhoto(item, file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="md"
              leftSection={<IconCamera size={18} aria-hidden />}
              loading={photo === 'reading'}
            >
              {t('field.photo')}
            </Button>
          )}
        </FileButton>
        {photo !== undefined && (
          <Button variant="subtle" size="md" onClick={() => onRemovePhoto(item)}>
            {t('ui:photo-remove')}
          </Button>
        )}
        {photo instanceof File && <span className={classes.quiet}>{photo.name}</span>}
        {(photo === 'photo-type' || photo === 'photo-unreadable') && <ProblemText message={photo} />}
      </div>
    </div>
  )
}
