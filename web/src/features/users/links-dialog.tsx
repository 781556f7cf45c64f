import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react'
import type { PasswordLink, UserRow } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatPasswordLinkUrl } from '../../paths.ts'
import { useUser } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { QrPicture } from '../../ui/picture/qr-picture.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './links-dialog.module.css'

/** A new link and its user; it is shown only once. */
export type PasswordLinkSlip = Pick<UserRow, '_id' | 'first_name' | 'last_name' | 'email'> & {
  link: PasswordLink
}

type HospitalNames = { name_en: string; name_th: string }
type LinksDialogProps = {
  made: readonly PasswordLinkSlip[]
  /** The users' hospital, if it is another than one's own. */
  hospital?: HospitalNames | undefined
  onClose: () => void
}

const getLinkUrl = ({ link }: PasswordLinkSlip) => formatPasswordLinkUrl(link.token)

/** Closed by its button alone: a click outside would lose the links for good. Printing prints nothing else. */
export function LinksDialog({ made, hospital, onClose }: LinksDialogProps) {
  const { t } = useTranslation('users')
  const isPhone = useIsPhone()
  const all = made.map((one) => [formatStaffName(one), one.email, getLinkUrl(one)].join('\t')).join('\n')
  return (
    <Modal
      opened={made.length > 0}
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      title={t('links.title', { count: made.length })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      attributes={{ header: { role: 'presentation' } }}
      classNames={{
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        overlay: classes.aside ?? '',
        header: classes.aside ?? '',
      }}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} className={classes.aside ?? ''}>
          {t('links.once', { count: made.length })}
        </Alert>
        <ul className={classes.slips} aria-label={t('links.label')}>
          {made.map((one) => (
            <LinkSlip key={one._id} made={one} hospital={hospital} />
          ))}
        </ul>
        <Group justify="space-between" className={classes.aside ?? ''}>
          <Group gap="sm">
            <CopyButton value={made.length === 1 && made[0] ? getLinkUrl(made[0]) : all}>
              {({ copied, copy }) => (
                <Button
                  size="md"
                  data-autofocus
                  leftSection={
                    copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                  }
                  onClick={copy}
                >
                  {t(copied ? 'links.copied' : 'links.copy', { count: made.length })}
                </Button>
              )}
            </CopyButton>
            <Button
              size="md"
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('links.print')}
            </Button>
          </Group>
          <Button size="md" variant="default" onClick={onClose}>
            {t('links.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** One person's link on paper, to be cut out along its edge. */
function LinkSlip({ made, hospital }: { made: PasswordLinkSlip; hospital: HospitalNames | undefined }) {
  const { t } = useTranslation(['users', 'app'])
  const { hospital: own } = useUser()
  const localName = useLocalizedName()
  const url = getLinkUrl(made)
  const svg = useQrCode(url)
  return (
    <li className={classes.slip}>
      <div className={classes.text}>
        <Text size="xs" c="dimmed" className={classes.printed}>
          {t('app:product')} · {localName(hospital ?? own)}
        </Text>
        <Text fw={600}>
          <StaffName of={made} />
        </Text>
        <Text c="dimmed">{made.email}</Text>
        <Code
          block
          className={classes.link}
          tabIndex={0}
          aria-label={t('links.of', { name: formatStaffName(made) })}
        >
          {url}
        </Code>
        <Text size="xs">
          {t('links.valid-until')} <Time at={made.link.expires_at} />
        </Text>
        <Text size="xs" className={classes.printed}>
          {t('links.how')}
        </Text>
      </div>
      {svg && <QrPicture svg={svg} label={t('links.picture', { name: formatStaffName(made) })} size={128} />}
    </li>
  )
}

/** The QR code is drawn in the browser: the URL is sent nowhere. Without the picture it can still be typed. */
function useQrCode(url: string): string | undefined {
  const [svg, setSvg] = useState<string>()
  useEffect(() => {
    let isGone = false
    import('qrcode')
      .then(({ default: QRCode }) => QRCode.toString(url, { type: 'svg', margin: 2 }))
      .then(
        (drawn) => {
          if (!isGone) setSvg(drawn)
        },
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [url])
  return svg
}
