export interface Outcome {
  fatal: boolean;
  type: string;
  report: string;
}
