import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { OptionList, OwnOption } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './form-settings.module.css'

type OwnOptionFieldsProps = {
  list: OptionList
  /** How many are saved: those keep their words. */
  saved: number
  options: readonly OwnOption[]
  onChange: (options: OwnOption[]) => void
  problem: (field: string) => React.ReactNode
}

const names = ['name_th', 'name_en'] as const

/** Where a hospital adds options to a list; what is saved stands among the options above. */
export function OwnOptionFields({ list, saved, options, onChange, problem }: OwnOptionFieldsProps) {
  const { t } = useTranslation('forms')
  const path = `settings.own_options.${list}`
  return (
    <div className={classes.own}>
      {options.map((option, place) =>
        place < saved ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is the one of its place.
          <div key={place} className={classes.ownOption}>
            {names.map((name) => (
              <TextInput
                key={name}
                label={t(`settings.own.${name}`)}
                required
                size="md"
                maxLength={80}
                value={option[name]}
                error={problem(`${path}.${place}.${name}`)}
                onChange={({ currentTarget: { value } }) =>
                  onChange(options.with(place, { ...option, [name]: value }))
                }
              />
            ))}
            <Button
              variant="default"
              size="md"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => onChange(options.toSpliced(place, 1))}
            >
              {t('settings.own.remove')}
            </Button>
          </div>
        ),
      )}
      {problem(path)}
      <Button
        variant="default"
        size="md"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onChange([...options, { name_th: '', name_en: '' }])}
      >
        {t('settings.own.add')}
      </Button>
      <p className={classes.lead}>{t('settings.own.lead')}</p>
    </div>
  )
}

/** Whether a new option of a list has a problem. */
export const hasOwnProblem = ({
  list,
  saved,
  options,
  problem,
}: Omit<OwnOptionFieldsProps, 'onChange'>): boolean =>
  Boolean(problem(`settings.own_options.${list}`)) ||
  options.some(
    (_, place) =>
      place >= saved &&
      names.some((name) => Boolean(problem(`settings.own_options.${list}.${place}.${name}`))),
  )
