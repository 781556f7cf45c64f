import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import type { NavigationGroup } from '../navigation.ts'
import { PanelSearchBox } from './panel-search-box.tsx'

type SearchDialogProps = { groups: readonly NavigationGroup[]; opened: boolean; onClose: () => void }

/** Finds a patient, a screen or an act from anywhere. The search text is not stored. */
export function SearchDialog({ groups, opened, onClose }: SearchDialogProps) {
  const { t } = useTranslation('search')
  const isPhone = useIsPhone()
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size="lg"
      padding={0}
      yOffset="10dvh"
      fullScreen={isPhone}
      // What somebody types right after the key that opens the dialog must not be lost.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')}>
        <PanelSearchBox groups={groups} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}
