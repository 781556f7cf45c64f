import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import {
  isGranted,
  isStandardPermission,
  type PermissionCell,
  type PermissionMatrix,
  type StaffTypeCode,
} from 'contract'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SidewaysScroller } from '../../ui/list/sideways-scroller.tsx'
import classes from './permissions.module.css'
import { permissionGroups, usePermissionTexts } from './words.ts'

type PermissionTableProps = {
  matrix: PermissionMatrix
  /** The staff types whose columns fit. */
  types: readonly StaffTypeCode[]
  /** Without it the table is read-only. */
  onChange: ((cell: PermissionCell) => void) | undefined
}

/**
 * Who may do what. An editable table is one Tab stop; inside it the arrow keys, Home and End move, and the space bar
 * grants or revokes.
 */
export function PermissionTable({ matrix, types, onChange }: PermissionTableProps) {
  const { t } = useTranslation('permissions')
  const words = usePermissionTexts()
  const [visited, setVisited] = useState<string>()
  const shown = permissionGroups.flatMap(({ permissions }) =>
    permissions.flatMap((permission) => types.map((staff_type) => `${permission} ${staff_type}`)),
  )
  const tabStop = visited !== undefined && shown.includes(visited) ? visited : shown[0]
  return (
    <SidewaysScroller label={t('title')} className={classes.scroller}>
      <table className={classes.table} data-is-narrow={types.length === 1 || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('may')}</th>
            {types.map((type) => (
              <th key={type} scope="col">
                {words.staffType(type)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={(event) => moveBetweenCells(event, types.length)}>
          {permissionGroups.map(({ group, permissions }) => (
            <Fragment key={group}>
              <tr className={classes.group}>
                <th scope="colgroup" colSpan={types.length + 1}>
                  {t(`group.${group}`)}
                </th>
              </tr>
              {permissions.map((permission) => (
                <tr key={permission}>
                  <th scope="row">
                    {words.name(permission)}
                    <span className={classes.what}>{words.what(permission)}</span>
                  </th>
                  {types.map((staff_type) => {
                    const place = `${permission} ${staff_type}`
                    const is_granted = isGranted(matrix, staff_type, permission)
                    const standard = isStandardPermission(staff_type, permission)
                    return (
                      <td key={staff_type} data-is-changed={is_granted !== standard || undefined}>
                        {onChange ? (
                          <label className={classes.cell}>
                            <Checkbox
                              size="md"
                              aria-label={`${words.staffType(staff_type)}: ${words.name(permission)}`}
                              checked={is_granted}
                              data-cell
                              tabIndex={place === tabStop ? 0 : -1}
                              onFocus={() => setVisited(place)}
                              onChange={({ currentTarget: { checked } }) =>
                                onChange({ staff_type, permission, is_granted: checked })
                              }
                            />
                          </label>
                        ) : (
                          <span className={classes.cell}>
                            {is_granted ? (
                              <IconCheck size={20} aria-hidden />
                            ) : (
                              <IconMinus size={16} className={classes.none} aria-hidden />
                            )}
                            <VisuallyHidden>{t(is_granted ? 'granted' : 'not-granted')}</VisuallyHidden>
                          </span>
                        )}
                        {is_granted !== standard && (
                          <span className={classes.standard}>
                            {t(standard ? 'standard-yes' : 'standard-no')}
                          </span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  )
}

function moveBetweenCells(event: KeyboardEvent<HTMLElement>, columns: number) {
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-cell]')]
  const here = cells.indexOf(event.target as HTMLInputElement)
  const there = {
    ArrowUp: here - columns,
    ArrowDown: here + columns,
    ArrowLeft: here - 1,
    ArrowRight: here + 1,
    Home: 0,
    End: cells.length - 1,
  }[event.key]
  if (here === -1 || there === undefined) return
  event.preventDefault()
  cells[there]?.focus()
}
