import { Badge, Button, Drawer, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilterFields, type FiltersProps } from './filter-fields.tsx'
import classes from './patient-list.module.css'

export function FilterButton({ isPhone, ...props }: FiltersProps & { isPhone: boolean }) {
  const { t } = useTranslation('patient-list')
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const count = Object.values(props.filters).filter((value) => value !== undefined).length
  const button = (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFilter size={18} aria-hidden />}
      rightSection={count > 0 && <Badge circle>{count}</Badge>}
      onClick={toggle}
    >
      {t('filters')}
    </Button>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <Drawer.Root
          opened={isOpen}
          onClose={close}
          position="bottom"
          classNames={{ content: classes.drawer }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('filters')}>
            <Drawer.Body pt="md">
              <FilterFields {...props} />
              <Button size="md" fullWidth mt="lg" onClick={close}>
                {t('show-patients')}
              </Button>
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      </>
    )
  }
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      width="min(30rem, 92vw)"
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t('filters')} p="md">
        <FilterFields {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
