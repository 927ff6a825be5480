import type { FileInfo } from '#contract/files.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import checkBox from '../../../../ui/check-box.module.css';
import { FirstPart } from '../document/first-part.tsx';
import { useShownTheme } from '../document/use-shown-theme.ts';
import { columnLetters, columnWidths, measureIn } from './column-widths.ts';
import type { Cell } from './move-cell.ts';
import { numberColumns } from './number-columns.ts';
import type { Table } from './read-table.ts';
import { TableGrid } from './table-grid.tsx';
import styles from './table.module.css';

/** Table with its size and the full text of the active cell. */
export function TablePage({ file, table }: { file: FileInfo; table: Table }) {
  const { t } = useTranslation();
  const theme = useShownTheme();
  const [hasHeader, setHasHeader] = useState(true);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const widths = useMemo(() => widthsOf(table), [table]);
  const rows = useMemo(() => (hasHeader ? table.rows.slice(1) : table.rows), [table, hasHeader]);
  const numbers = useMemo(() => numberColumns(rows, widths.length), [rows, widths]);
  const header = hasHeader ? table.rows[0] : undefined;
  const changeHeader = (isOn: boolean) => {
    setHasHeader(isOn);
    // The same cell stays active; its row has another number.
    setActive(({ row, column }) => ({ row: Math.max(0, row + (isOn ? -1 : 1)), column }));
  };
  const nameOf = (column: number) => header?.[column]?.trim() || columnLetters(column);

  if (table.rows.length === 0) {
    return (
      <div className={styles.page} data-theme={theme}>
        <p className={styles.empty}>{t('preview.emptyFile')}</p>
      </div>
    );
  }
  return (
    <div className={styles.page} data-theme={theme}>
      {table.isCut && <FirstRows file={file} rowCount={table.rows.length} />}
      <TableGrid
        label={file.name}
        rows={rows}
        widths={widths}
        numberColumns={numbers}
        nameOf={nameOf}
        active={active}
        onActive={setActive}
      />
      <footer className={styles.bar}>
        <WholeCell
          position={t('preview.cellPosition', {
            // A header is not counted, so that the last number is the number of rows.
            row: active.row + 1,
            column: nameOf(active.column),
          })}
          text={rows[active.row]?.[active.column] ?? ''}
        />
        <label className={styles.switch}>
          <input
            className={checkBox.box}
            type="checkbox"
            checked={hasHeader}
            onChange={({ target }) => changeHeader(target.checked)}
          />
          {t('preview.headerRow')}
        </label>
        <TableSize rowCount={rows.length} columnCount={table.columnCount} />
      </footer>
    </div>
  );
}

function widthsOf({ rows, columnCount }: Table): number[] {
  // Measures in the bold font of the header.
  const { fontFamily } = getComputedStyle(document.body);
  return columnWidths(rows, columnCount, measureIn(`600 14px ${fontFamily}`));
}

function FirstRows({ file, rowCount }: { file: FileInfo; rowCount: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <FirstPart file={file} words={t('preview.firstRows', { count: rowCount })} />
    </div>
  );
}

function TableSize({ rowCount, columnCount }: { rowCount: number; columnCount: number }) {
  const { t } = useTranslation();
  const rows = t('preview.rowCount', { count: rowCount });
  const columns = t('preview.columnCount', { count: columnCount });
  return <span className={styles.size}>{t('preview.tableSize', { rows, columns })}</span>;
}

/** Maximum number of displayed characters of a cell. */
const MAX_CHARACTERS = 4_000;

/** Full text of a cell. */
function WholeCell({ position, text }: { position: string; text: string }) {
  return (
    <p className={styles.whole}>
      <span className={styles.position}>{position}</span>
      {/* Scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={styles.wholeText} dir="auto" tabIndex={0}>
        {text.slice(0, MAX_CHARACTERS)}
      </span>
    </p>
  );
}
