import { Alert, Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import i18next from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatEquipmentCheckPath } from '../../../../paths.ts'
import { session } from '../../../../session/session.ts'
import { Time } from '../../../../ui/date/time.tsx'
import { confirm } from '../../../../ui/feedback/confirm.tsx'
import { toast } from '../../../../ui/feedback/toast.tsx'
import { ProblemText } from '../../../../ui/form/schema-form.tsx'
import type { KeptPart } from '../database.ts'
import classes from '../offline.module.css'
import { outboxState } from '../outbox-state.ts'
import { isOfHospital } from '../saving-rules.ts'
import { vaultState } from '../vault/vault.ts'
import { discard, openAgain, readOwnCheck } from './kept-checks.ts'

/** Why a check was refused whose author may never open it again: a colleague may discard it. */
const refusedAuthors: readonly (string | null)[] = ['check-revoked', 'check-not-allowed']

/**
 * The user's own checks that the server does not have, and those of colleagues who may be unable to open theirs: of all
 * vehicles, or of one.
 */
function useKeptChecks(vehicleId?: string): KeptPart[] {
  const { parts } = outboxState.use()
  return useMemo(() => {
    const user = session.get()
    return parts.filter(
      (one) =>
        one.kind === 'check' &&
        (one.by === user?._id || (refusedAuthors.includes(one.problem) && isOfHospital(one, user))) &&
        (vehicleId ?? one.record_id) === one.record_id,
    )
  }, [parts, vehicleId])
}

/** What of the checks can be read here, by their ids. */
function useReadChecks(checks: readonly KeptPart[]) {
  const vault = vaultState.use()
  const ids = checks.map(({ op_id }) => op_id).join()
  const [read, setRead] = useState<Record<string, Awaited<ReturnType<typeof readOwnCheck>>>>({})
  useEffect(() => {
    if (vault === 'unknown') return
    let isCurrent = true
    const listed = ids === '' ? [] : ids.split(',')
    void Promise.all(listed.map(async (id) => [id, await readOwnCheck(id)] as const)).then((found) => {
      if (isCurrent) setRead(Object.fromEntries(found))
    })
    return () => {
      isCurrent = false
    }
  }, [ids, vault])
  return read
}

/** All of them, with the way to the vehicle of each. */
export function NotSentChecks() {
  const { t } = useTranslation('offline')
  const checks = useKeptChecks()
  const read = useReadChecks(checks)
  if (checks.length === 0) return null
  return (
    <ul className={classes.kept}>
      {checks.map(({ op_id, record_id, kept_at, problem }) => (
        <li key={op_id}>
          <Button
            component={Link}
            to={formatEquipmentCheckPath(record_id)}
            variant="default"
            size="md"
            fullWidth
            justify="flex-start"
          >
            {t('check.of', { vehicle: read[op_id]?.call_sign ?? '' })}&nbsp;·&nbsp;
            <Time at={read[op_id]?.at ?? new Date(kept_at).toISOString()} />
          </Button>
          {problem !== null && <ProblemText message={problem} />}
        </li>
      ))}
    </ul>
  )
}

type KeptChecksProps = {
  vehicleId: string
  /** A check is a draft again. */
  onOpen: () => void
}

/** The kept checks of one vehicle: each is sent by itself; what was refused says why, and can be opened again. */
export function KeptChecks({ vehicleId, onOpen }: KeptChecksProps) {
  const { t } = useTranslation('offline')
  const checks = useKeptChecks(vehicleId)
  const read = useReadChecks(checks)
  const vault = vaultState.use()
  if (checks.length === 0) return null
  const open = async (part: KeptPart) => {
    if (await openAgain(part)) onOpen()
    else toast('warning', t('check.locked'))
  }
  return (
    <Alert color="yellow" icon={<IconCloudOff aria-hidden />} my="md">
      <strong>{t('check.not-sent')}</strong>
      <ul className={classes.kept}>
        {checks.map((part) => {
          const at = read[part.op_id]?.at ?? new Date(part.kept_at).toISOString()
          return (
            <li key={part.op_id} className={classes.notSent}>
              <Time at={at} />
              {part.problem === null ? (
                <span>{t('check.waits')}</span>
              ) : (
                <>
                  <strong>
                    <ProblemText message={part.problem} />
                  </strong>
                  {part.op_id in read && !read[part.op_id] && <span>{t(tellWhyClosed(part, vault))}</span>}
                  <span>
                    {read[part.op_id] && (
                      <Button size="md" variant="default" mr="xs" onClick={() => void open(part)}>
                        {t('check.open')}
                      </Button>
                    )}
                    <Button size="md" variant="subtle" onClick={() => void discardAsked(part, at)}>
                      {t('check.discard')}
                    </Button>
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}

/** Why a refused check can only be discarded here. */
function tellWhyClosed({ by }: KeptPart, vault: ReturnType<typeof vaultState.get>) {
  if (by !== session.get()?._id) return 'check.of-colleague'
  return vault === 'locked' ? 'check.locked' : 'check.unreadable'
}

async function discardAsked({ op_id, by }: KeptPart, at: string): Promise<void> {
  const isOwn = by === session.get()?._id
  const isSure = await confirm({
    question: i18next.t('offline:check.discard-question'),
    about: <Time at={at} />,
    consequence: i18next.t(
      isOwn ? 'offline:check.discard-consequence' : 'offline:check.discard-consequence-colleague',
    ),
    action: i18next.t('offline:check.discard'),
  })
  if (isSure) await discard(op_id)
}
