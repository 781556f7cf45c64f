import { Text } from '@mantine/core'
import { ModalsProvider, modals } from '@mantine/modals'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { finalDanger } from '../danger-button.tsx'

/** Goes around the screens that call `confirm`. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  // `confirm` runs outside of rendering, so load its texts here.
  useTranslation('ui')
  return (
    <ModalsProvider
      modalProps={{ centered: true, withCloseButton: false, styles: { body: { overflowWrap: 'anywhere' } } }}
    >
      {children}
    </ModalsProvider>
  )
}

type ConfirmOptions = {
  /** The specification's sentence, such as "Are you sure you want to delete this account". */
  question: string
  /** The person or thing that the question is about. */
  about: ReactNode
  /** What happens as a result. */
  consequence: string
  /** The verb on the button. */
  action: string
  isDangerous?: boolean
}

/** Asks before changes that are not saved are thrown away. */
export function confirmDiscard({ about, consequence }: Pick<ConfirmOptions, 'about' | 'consequence'>) {
  return confirm({
    question: i18next.t('ui:discard.question'),
    about,
    consequence,
    action: i18next.t('ui:discard.action'),
  })
}

/** Asks before an act that cannot be undone; the safe choice has the focus. */
export function confirm({ question, about, consequence, action, isDangerous = true }: ConfirmOptions) {
  return new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title: question,
      children: (
        <>
          <Text fw={600}>{about}</Text>
          <Text>{consequence}</Text>
        </>
      ),
      labels: { confirm: action, cancel: i18next.t('ui:cancel') },
      confirmProps: { size: 'md', ...(isDangerous && finalDanger) },
      cancelProps: { size: 'md', 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}
