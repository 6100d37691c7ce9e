{{- define "svc.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "svc.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "svc.podSpec" -}}
{{- $root := .root -}}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
# Draining, then at most ten seconds for running requests.
terminationGracePeriodSeconds: {{ add $root.Values.drainSeconds 20 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
containers:
  - name: server
    image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    ports:
      - { name: http, containerPort: 8787 }
    envFrom:
      - secretRef: { name: {{ $root.Values.existingSecret | quote }} }
    env:
      - { name: SVC_PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
      - { name: SVC_DRAIN_SECONDS, value: {{ $root.Values.drainSeconds | quote }} }
      - { name: SVC_ROLE, value: {{ .role }} }
      {{- if eq $root.Values.database.engine "postgres" }}
      # Without it, each replica would create its own SQLite database.
      - name: DATABASE_URL
        valueFrom: { secretKeyRef: { name: {{ $root.Values.existingSecret | quote }}, key: DATABASE_URL } }
      {{- end }}
      - name: SVC_SECRET
        valueFrom: { secretKeyRef: { name: {{ $root.Values.existingSecret | quote }}, key: SVC_SECRET } }
      {{- with $root.Values.name }}
      - { name: SVC_NAME, value: {{ . | quote }} }
      {{- end }}
      {{- with $root.Values.storageUrl }}
      - { name: SVC_STORAGE_URL, value: {{ . | quote }} }
      {{- end }}
      {{- with $root.Values.searchUrl }}
      - { name: SVC_SEARCH_URL, value: {{ . | quote }} }
      {{- end }}
      {{- with $root.Values.trustProxy }}
      - { name: SVC_TRUST_PROXY, value: {{ . | quote }} }
      {{- end }}
      {{- range $name, $value := $root.Values.env }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
    # Loading a large catalog can take minutes.
    startupProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 2
      failureThreshold: 150
    # Keeps serving while the database is unreachable, because a restart would not help.
    livenessProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 2
      timeoutSeconds: 3
      failureThreshold: 2
    resources: {{ toYaml $root.Values.resources | nindent 6 }}
    volumeMounts:
      - { name: data, mountPath: /data }
      - { name: tmp, mountPath: /tmp }
{{- with $root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
