{{- define "tradewind.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "tradewind.tag" -}}
{{- .Values.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{- define "tradewind.selector" -}}
app.kubernetes.io/name: tradewind
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tradewind.labels" -}}
{{ include "tradewind.selector" . }}
app.kubernetes.io/version: {{ include "tradewind.tag" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* Of all pods: who runs them and what they may do. */}}
{{- define "tradewind.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.serviceAccount.name }}
serviceAccountName: {{ . }}
{{- end }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    {{- if .Values.data.existingClaim }}
    persistentVolumeClaim:
      claimName: {{ .Values.data.existingClaim }}
    {{- else }}
    emptyDir:
      sizeLimit: {{ .Values.data.sizeLimit }}
    {{- end }}
{{- end -}}

{{/* Of all containers; the role comes after it. */}}
{{- define "tradewind.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (include "tradewind.tag" .) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
envFrom:
  - secretRef:
      name: {{ required "existingSecret: the Secret with DATABASE_URL and TRADEWIND_SECRET" .Values.existingSecret }}
env:
  {{- range $name, $value := .Values.env }}
  {{- if $value }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- end }}
  - name: TRADEWIND_DRAIN_SECONDS
    value: {{ .Values.drainSeconds | quote }}
{{- end -}}

{{/* While a process waits for the schema it does not answer yet: half an hour for the migration. */}}
{{- define "tradewind.probes" -}}
startupProbe:
  httpGet: { path: /live, port: metrics }
  periodSeconds: 5
  failureThreshold: 360
livenessProbe:
  httpGet: { path: /live, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}

{{- define "tradewind.check" -}}
{{- if not .Values.env.TRADEWIND_PUBLIC_URL }}{{ fail "env.TRADEWIND_PUBLIC_URL: the address that users open" }}{{ end }}
{{- if not .Values.env.TRADEWIND_TRUSTED_PROXIES }}{{ fail "env.TRADEWIND_TRUSTED_PROXIES: the net of the ingress controller's pods" }}{{ end }}
{{- if not (or .Values.env.FILES_URL .Values.data.existingClaim) }}{{ fail "env.FILES_URL or data.existingClaim: pods must share files" }}{{ end }}
{{- end -}}
