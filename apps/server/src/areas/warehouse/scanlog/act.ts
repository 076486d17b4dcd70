import type { ScanInput, ScanKind, ScanResult } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';

/** Time and device of a scan, which may arrive much later. */
export interface Scanned {
  /** By the server's clock, never later than now. */
  at: Date;
  device: string;
  seq: number;
}

/** How the server runs a kind of scan. */
export interface ScanAct<K extends ScanKind = ScanKind, Read = unknown> {
  /** The object of the scan, e.g. "stop 17": two devices that log the same for it conflict. */
  about?(input: ScanInput<K>): string;
  /** Reads and locks that `run` needs first, without writes. They go with the log's own first statement. */
  read?(tx: Tx, input: ScanInput<K>): Promise<Read>;
  /** Throws a Fail to refuse. The log keeps the answer, so that a repeated scan gets it again. */
  run(tx: Tx, input: ScanInput<K>, scanned: Scanned, read: Read): Promise<ScanResult<K>>;
}
