import type { ScanInput, ScanKind, ScanResult } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';

/** When and by which device something was scanned: it may come here much later. */
export interface Scanned {
  /** By the server's clock, never later than now. */
  at: Date;
  device: string;
  seq: number;
}

/** How the server carries out a scan of this kind. */
export interface ScanAct<K extends ScanKind = ScanKind, Read = unknown> {
  /** What it is done to, e.g. "stop 17": two devices that log the same of it disagree. */
  about?(input: ScanInput<K>): string;
  /** What `run` reads and locks before all else, and writes nothing: it leaves with the log's own first statement. */
  read?(tx: Tx, input: ScanInput<K>): Promise<Read>;
  /** Throws a Fail to refuse. The log keeps its answer, so that a repeated scan gets it again. */
  run(tx: Tx, input: ScanInput<K>, scanned: Scanned, read: Read): Promise<ScanResult<K>>;
}
