import { useTranslation } from 'react-i18next'

/** How the figures of a report are called and written. */
export function useFigureTexts() {
  const { t } = useTranslation(['mission-reports', 'form-options'])
  const option = t as (key: string) => string
  return {
    colourName: (colour: string | null) =>
      colour === null ? t('unknown') : option(`form-options:dispatch-colour.${colour}`),
    kindName: (kind: string) => option(`form-options:request-kind.${kind}`),
    /** Minutes and seconds; a dash where nothing was measured. */
    time: (seconds: number | null) =>
      seconds === null ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
  }
}
