import {
  type Answers,
  type BodyRegion,
  type BodyView,
  bodyViews,
  listBodyRegions,
  listRows,
  optionLists,
} from 'contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { useFieldTexts } from '../use-form-texts.ts'
import { useRecord, useRecordStore } from '../use-record.ts'
import classes from './body-chart.module.css'
import { BodyFigure, figureSize, listShapes } from './body-figure.tsx'

type Injury = { id: string; number: number; view: unknown; region: unknown; injury: unknown }

const listInjuries = (answers: Answers, name: string): Injury[] =>
  listRows(answers, name).map(([id, row], i) => ({
    id,
    number: i + 1,
    view: row['body_view'],
    region: row['body_region'],
    injury: row['body_injury'],
  }))

/** The numbers of the injuries of each region, as they stand on the drawing. */
export function writeInjuryNumbers(answers: Answers, name: string, view: BodyView): Map<BodyRegion, string> {
  const ofView = listInjuries(answers, name).filter((injury) => injury.view === view)
  return new Map(
    [...Map.groupBy(ofView, ({ region }) => region as BodyRegion)].map(([region, injuries]) => [
      region,
      injuries.map(({ number }) => number).join(', '),
    ]),
  )
}

type Place = { view: BodyView; region: BodyRegion }

/** The body from both sides: whoever picks a region says what is injured there. Each injury is a row. */
export function BodyChart({ name, most }: { name: string; most: number }) {
  const { t } = useTranslation('forms')
  const { formatOption } = useFieldTexts(name)
  const store = useRecordStore()
  const answers = useRecord((one) => one.getAnswers())
  const [place, setPlace] = useState<Place>()
  const all = listInjuries(answers, name)
  const here = place && all.filter(({ view, region }) => view === place.view && region === place.region)
  const injuries = (here ?? []).map(({ injury }) => String(injury))
  const change = ({ view, region }: Place, chosen: readonly string[]) => {
    for (const { id, injury } of here ?? [])
      if (!chosen.includes(String(injury))) store.say(`${name}/${id}`, false)
    const added = chosen.filter((one) => !injuries.includes(one)).slice(0, most - all.length)
    for (const injury of added) {
      const id = newId()
      store.say(`${name}/${id}`, true)
      store.say(`${name}/${id}/body_view`, view)
      store.say(`${name}/${id}/body_region`, region)
      store.say(`${name}/${id}/body_injury`, injury)
    }
  }
  return (
    <div className={classes.chart}>
      <div className={classes.sides}>
        <div className={classes.figures}>
          {bodyViews.map((view) => (
            <RegionPicker
              key={view}
              view={view}
              numbers={writeInjuryNumbers(answers, name, view)}
              picked={place?.view === view ? place.region : undefined}
              onPick={(region) => setPlace({ view, region })}
            />
          ))}
        </div>
        <div className={classes.injuries}>
          {place ? (
            <ChoiceChips<string>
              multiple
              label={`${formatOption('body-region', place.region)} · ${formatOption('body-view', place.view)}`}
              choices={optionLists['body-injury'].map((value) => ({
                value,
                label: formatOption('body-injury', value),
              }))}
              value={injuries}
              onChange={(chosen) => change(place, chosen)}
            />
          ) : (
            <p className={classes.hint}>{t('pick-region')}</p>
          )}
        </div>
      </div>
    </div>
  )
}

type PickerProps = {
  view: BodyView
  numbers: ReadonlyMap<BodyRegion, string>
  picked: BodyRegion | undefined
  onPick: (region: BodyRegion) => void
}

const nextKeys = new Set(['ArrowRight', 'ArrowDown'])
const formerKeys = new Set(['ArrowLeft', 'ArrowUp'])

/** One stop of the Tab key; the arrows go from head to foot. */
function RegionPicker({ view, numbers, picked, onPick }: PickerProps) {
  const { t } = useTranslation('forms')
  const { formatOption } = useFieldTexts('body_chart')
  const regions = listBodyRegions(view)
  const [reached, setReached] = useState(regions[0])
  const buttons = useRef<HTMLFieldSetElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = nextKeys.has(event.key) ? 1 : formerKeys.has(event.key) ? -1 : 0
    const next = regions[regions.findIndex((one) => one === reached) + step]
    if (step === 0 || !next) return
    event.preventDefault()
    setReached(next)
    buttons.current?.querySelector<HTMLElement>(`[data-region="${next}"]`)?.focus()
  }
  return (
    <fieldset ref={buttons} className={classes.view} onKeyDown={move}>
      <legend>{formatOption('body-view', view)}</legend>
      <BodyFigure view={view} numbers={numbers}>
        {listShapes(view).map(([region, [x, y, width, height]]) => (
          <button
            key={region}
            type="button"
            data-region={region}
            className={classes.region}
            aria-pressed={region === picked}
            aria-label={
              numbers.has(region)
                ? t('injured-region', {
                    region: formatOption('body-region', region),
                    numbers: numbers.get(region),
                  })
                : formatOption('body-region', region)
            }
            tabIndex={region === reached ? 0 : -1}
            style={{
              left: toPercent(x, figureSize.width),
              top: toPercent(y, figureSize.height),
              width: toPercent(width, figureSize.width),
              height: toPercent(height, figureSize.height),
            }}
            onFocus={() => setReached(region)}
            onClick={() => onPick(region)}
          />
        ))}
      </BodyFigure>
    </fieldset>
  )
}

const toPercent = (part: number, whole: number) => `${(part / whole) * 100}%`
