import {
  ActionIcon,
  Button,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Text,
  Textarea,
  Tooltip,
} from '@mantine/core'
import { IconArchive, IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import {
  findZone,
  isSameValue,
  listOfferedZones,
  standardZones,
  type TriageSettings,
  triageLevels,
  type Zone,
  type ZoneSettings,
} from 'contract'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import classes from './zone-fields.module.css'

type Zones = Pick<TriageSettings, 'zones' | 'places'>

type ZoneFieldsProps = {
  settings: Zones
  /** As they were saved: what was saved is retired, and never removed. */
  saved: ZoneSettings
  isReadOnly: boolean
  onChange: (change: (settings: Zones) => Zones) => void
  problem: (field: string) => ReactNode
}

/** The zones of the emergency room, with their places, and which of them the triage suggests. */
export function ZoneFields({
  settings: { zones, places },
  saved,
  isReadOnly,
  onChange,
  problem,
}: ZoneFieldsProps) {
  const { t } = useTranslation('triage')
  const localName = useLocalizedName()
  const box = useRef<HTMLDivElement>(null)
  const offered = listOfferedZones(zones)
  const retired = zones.list.filter(({ is_retired }) => is_retired)
  const changeList = (change: (list: Zone[]) => Zone[]) =>
    onChange((now) => ({ ...now, zones: { ...now.zones, list: change(now.zones.list) } }))
  const set = (code: string, part: Partial<Zone>) =>
    changeList((list) => list.map((zone) => (zone.code === code ? { ...zone, ...part } : zone)))
  /** What was pressed may be gone: the keyboard goes on where the zone is now. */
  const focusZone = (code: string) =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-zone="${code}"] :is(input, textarea, button)`)?.focus(),
    )

  function add() {
    const code = crypto.randomUUID()
    changeList((list) => [...list, { code, name_en: '', name_th: '', is_retired: false }])
    focusZone(code)
  }

  function move(place: number, by: -1 | 1) {
    const [moved] = offered.slice(place, place + 1)
    if (moved) changeList(() => [...offered.toSpliced(place, 1).toSpliced(place + by, 0, moved), ...retired])
  }

  function remove(code: string) {
    onChange(({ places: { [code]: _places, ...others }, ...now }) => ({
      places: others,
      zones: { ...now.zones, list: now.zones.list.filter((zone) => zone.code !== code) },
    }))
    const before = offered[offered.findIndex((zone) => zone.code === code) - 1]
    if (before) focusZone(before.code)
  }

  function retire(code: string, is_retired: boolean) {
    set(code, { is_retired })
    focusZone(code)
  }

  return (
    <div ref={box}>
      <div role="group" aria-label={t('settings.zones.title')}>
        <Text fw={500}>{t('settings.zones.title')}</Text>
        <Text size="sm" c="dimmed">
          {t('settings.zones.hint')}{' '}
          {isSameValue(zones.list, standardZones.list) && t('settings.zones.standard')}
        </Text>
        <ul className={classes.rows} aria-label={t('settings.zones.title')}>
          {offered.map((zone, place) => (
            <ZoneRow
              key={zone.code}
              zone={zone}
              place={place}
              isLast={place === offered.length - 1}
              isSaved={findZone(saved, zone.code) !== undefined}
              places={places[zone.code] ?? null}
              isReadOnly={isReadOnly}
              problem={(field) =>
                problem(
                  field === 'places'
                    ? `settings.places.${zone.code}`
                    : `settings.zones.list.${zones.list.indexOf(zone)}.${field}`,
                )
              }
              onChange={(part) => set(zone.code, part)}
              onPlaces={(count) =>
                onChange((now) => ({ ...now, places: { ...now.places, [zone.code]: count } }))
              }
              onMove={(by) => move(place, by)}
              onRetire={() => retire(zone.code, true)}
              onRemove={() => remove(zone.code)}
            />
          ))}
        </ul>
        {problem('settings.zones.list')}
        {!isReadOnly && (
          <Button variant="default" size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {t('settings.zones.add')}
          </Button>
        )}
        {retired.length > 0 && (
          <div role="group" aria-label={t('settings.zones.retired')}>
            <Text fw={500} mt="md">
              {t('settings.zones.retired')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('settings.zones.retired-hint')}
            </Text>
            <ul className={classes.retired}>
              {retired.map((zone) => (
                <li key={zone.code} data-zone={zone.code}>
                  {localName(zone)}
                  {!isReadOnly && (
                    <Button
                      variant="default"
                      size="md"
                      aria-label={`${t('settings.zones.restore')}: ${localName(zone)}`}
                      onClick={() => retire(zone.code, false)}
                    >
                      {t('settings.zones.restore')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <SuggestedZones zones={zones} isReadOnly={isReadOnly} onChange={onChange} problem={problem} />
    </div>
  )
}

type ZoneRowProps = {
  zone: Zone
  place: number
  isLast: boolean
  isSaved: boolean
  places: number | null
  isReadOnly: boolean
  problem: (field: 'name_th' | 'name_en' | 'places') => ReactNode
  onChange: (part: Partial<Zone>) => void
  onPlaces: (count: number | null) => void
  onMove: (by: -1 | 1) => void
  onRetire: () => void
  onRemove: () => void
}

function ZoneRow({ zone, place, places, isReadOnly, problem, onChange, onPlaces, ...acts }: ZoneRowProps) {
  const { t } = useTranslation('triage')
  const localName = useLocalizedName()
  const shownName = localName(zone) || String(place + 1)
  const labelProps = place > 0 ? { className: classes.sameLabel } : {}
  return (
    <li data-zone={zone.code}>
      {(['name_th', 'name_en'] as const).map((name) => (
        // A long name is read in full: its field grows, but it stays a line to whoever types.
        <Textarea
          key={name}
          label={t(`settings.zones.${name}`)}
          labelProps={labelProps}
          aria-label={`${t(`settings.zones.${name}`)}: ${place + 1}`}
          size="md"
          autosize
          minRows={1}
          maxLength={60}
          autoComplete="off"
          readOnly={isReadOnly}
          value={zone[name]}
          error={problem(name)}
          onKeyDown={sendByEnter}
          onChange={({ currentTarget: { value } }) => onChange({ [name]: value.replace(/\s*\n\s*/g, ' ') })}
        />
      ))}
      <NumberInput
        label={t('settings.zones.places')}
        labelProps={labelProps}
        aria-label={`${t('settings.zones.places')}: ${shownName}`}
        hideControls
        size="md"
        max={500}
        allowDecimal={false}
        allowNegative={false}
        readOnly={isReadOnly}
        value={places ?? ''}
        error={problem('places')}
        onChange={(value) => onPlaces(value === '' ? null : Number(value))}
      />
      {!isReadOnly && <ZoneActs name={shownName} isFirst={place === 0} {...acts} />}
    </li>
  )
}

function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

type ZoneActsProps = Pick<ZoneRowProps, 'isLast' | 'isSaved' | 'onMove' | 'onRetire' | 'onRemove'> & {
  name: string
  isFirst: boolean
}

/** Whoever moves a zone to an end by the keyboard stays on the button, which does nothing there. */
function ZoneActs({ name, isFirst, isLast, isSaved, onMove, onRetire, onRemove }: ZoneActsProps) {
  const { t } = useTranslation('triage')
  const act = (label: string, Icon: typeof IconArrowUp, onClick: () => void, isOff = false) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={42}
        aria-label={`${label}: ${name}`}
        aria-disabled={isOff}
        {...(isOff && { 'data-disabled': true })}
        onClick={() => {
          if (!isOff) onClick()
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <div className={classes.acts}>
      {act(t('settings.zones.up'), IconArrowUp, () => onMove(-1), isFirst)}
      {act(t('settings.zones.down'), IconArrowDown, () => onMove(1), isLast)}
      {isSaved
        ? act(t('settings.zones.retire'), IconArchive, onRetire)
        : act(t('settings.zones.remove'), IconTrash, onRemove)}
    </div>
  )
}

/** Which zone the triage suggests at each level, and for whoever may be infectious. */
function SuggestedZones({
  zones,
  isReadOnly,
  onChange,
  problem,
}: Pick<ZoneFieldsProps, 'isReadOnly' | 'onChange' | 'problem'> & { zones: ZoneSettings }) {
  const { t } = useTranslation(['triage', 'ui'])
  const localName = useLocalizedName()
  const set = (part: Partial<ZoneSettings>) =>
    onChange((now) => ({ ...now, zones: { ...now.zones, ...part } }))
  /** What was retired stays chosen until another is, so that everybody sees what is wrong. */
  const listChoices = (chosen: string | null) =>
    zones.list
      .filter(({ code, is_retired }) => !is_retired || code === chosen)
      .map((zone) => ({ value: zone.code, label: localName(zone) || '–' }))
  return (
    <div role="group" aria-label={t('settings.zones.suggested')}>
      <Text fw={500} mt="md" mb={4}>
        {t('settings.zones.suggested')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {triageLevels.map((level, index) => (
          <NativeSelect
            key={level}
            size="md"
            label={`L${index + 1} ${t(`ui:triage.${level}`)}`}
            disabled={isReadOnly}
            data={listChoices(zones.of_level[level])}
            value={zones.of_level[level]}
            error={problem(`settings.zones.of_level.${level}`)}
            onChange={({ currentTarget: { value } }) =>
              set({ of_level: { ...zones.of_level, [level]: value } })
            }
          />
        ))}
        <NativeSelect
          size="md"
          label={t('settings.zones.infectious')}
          disabled={isReadOnly}
          data={[{ value: '', label: t('settings.zones.infectious-none') }, ...listChoices(zones.isolation)]}
          value={zones.isolation ?? ''}
          error={problem('settings.zones.isolation')}
          onChange={({ currentTarget: { value } }) => set({ isolation: value || null })}
        />
      </SimpleGrid>
    </div>
  )
}
