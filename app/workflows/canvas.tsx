/** The steps of a workflow as a graph: moved, joined and opened by pointer or keyboard. Loaded on the page of a workflow alone. */
import {
  Background,
  type Connection,
  Controls,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useMemo } from "react";
import type { Graph } from "./graph.schema.ts";
import { stepTitle } from "./graph-form.ts";
import { placesOf } from "./layout.ts";
import { triggers } from "./triggers.schema.ts";

export interface CanvasProps {
  readonly graph: Graph;
  /** Absent: it can only be looked at. */
  readonly onChange?: ((graph: Graph) => void) | undefined;
}

type Card = Node<{ label: string; note: string; isBranch: boolean; isFirst: boolean; isLast: boolean }>;

const triggerId = "trigger";

function StepCard({ data: { label, note, isBranch, isFirst, isLast } }: NodeProps<Card>) {
  return (
    <div className="w-62 rounded-lg border border-line-strong bg-surface px-3 py-2 text-control shadow-panel">
      {!isFirst && <Handle type="target" position={Position.Top} />}
      <b className="block truncate font-strong">{label}</b>
      {note !== "" && <span className="block truncate text-ink-2 text-meta">{note}</span>}
      {!isLast && (
        <Handle type="source" id="next" position={Position.Bottom} style={isBranch ? { left: "30%" } : {}} />
      )}
      {isBranch && <Handle type="source" id="otherwise" position={Position.Bottom} style={{ left: "70%" }} />}
    </div>
  );
}

const nodeTypes = { step: StepCard };

function nodesOf(graph: Graph): Card[] {
  const places = placesOf(graph);
  const trigger: Card = {
    id: triggerId,
    type: "step",
    position: { x: 0, y: 0 },
    draggable: false,
    deletable: false,
    ariaLabel: `Trigger: ${triggers[graph.trigger.kind].label}`,
    data: {
      label: triggers[graph.trigger.kind].label,
      note: "When",
      isBranch: false,
      isFirst: true,
      isLast: false,
    },
  };
  const steps = graph.steps.map((step): Card => {
    const { id, kind, settings } = step;
    const note = settings.text ?? settings.tag ?? settings.sentence ?? settings.url ?? "";
    const label = stepTitle(graph, id);
    return {
      id,
      type: "step",
      position: places.get(id) ?? { x: 0, y: 0 },
      deletable: false,
      ariaLabel: label,
      data: { label, note, isBranch: kind === "branch", isFirst: false, isLast: kind === "stop" },
    };
  });
  return [trigger, ...steps];
}

/** Words without a box, in the color of the text around them. */
const labelLook = { labelShowBg: false, labelStyle: { fill: "currentColor" } };

function edgesOf({ start, steps }: Graph): Edge[] {
  const edge = (
    source: string,
    handle: "next" | "otherwise",
    target: string | null,
    label?: string,
  ): Edge[] =>
    target === null
      ? []
      : [
          {
            id: `${source}-${handle}`,
            source,
            sourceHandle: handle,
            target,
            ...(label && { ...labelLook, label }),
          },
        ];
  return [
    ...edge(triggerId, "next", start),
    ...steps.flatMap((step) => [
      ...(step.kind === "stop"
        ? []
        : edge(step.id, "next", step.next, step.kind === "branch" ? "if so" : undefined)),
      ...(step.kind === "branch" ? edge(step.id, "otherwise", step.otherwise, "otherwise") : []),
    ]),
  ];
}

/** With another way from a step; `target` null: the run ends there. */
function joined(graph: Graph, source: string, handle: string | null, target: string | null): Graph {
  if (source === triggerId) return { ...graph, start: target };
  const side = handle === "otherwise" ? "otherwise" : "next";
  return {
    ...graph,
    steps: graph.steps.map((step) => (step.id === source ? { ...step, [side]: target } : step)),
  };
}

export default function Canvas({ graph, onChange }: CanvasProps) {
  const nodes = useMemo(() => nodesOf(graph), [graph]);
  const edges = useMemo(() => edgesOf(graph), [graph]);
  const isFixed = onChange === undefined;
  const move = (id: string, { x, y }: { x: number; y: number }) =>
    onChange?.({
      ...graph,
      steps: graph.steps.map((step) =>
        step.id === id ? { ...step, at: { x: Math.round(x), y: Math.round(y) } } : step,
      ),
    });
  return (
    <div className="h-110 w-full">
      <ReactFlow
        // Moves are kept by the flow itself until they end.
        key={JSON.stringify([
          graph.start,
          graph.steps.map(({ id, next, otherwise }) => [id, next, otherwise]),
        ])}
        defaultNodes={nodes}
        defaultEdges={edges}
        nodeTypes={nodeTypes}
        fitView
        minZoom={0.3}
        maxZoom={1.5}
        nodesDraggable={!isFixed}
        nodesConnectable={!isFixed}
        edgesFocusable={!isFixed}
        preventScrolling={false}
        zoomOnScroll={false}
        onNodeDragStop={(_, node) => move(node.id, node.position)}
        onConnect={({ source, sourceHandle, target }: Connection) =>
          onChange?.(joined(graph, source, sourceHandle, target))
        }
        onEdgesDelete={([gone]) =>
          gone && onChange?.(joined(graph, gone.source, gone.sourceHandle ?? null, null))
        }
        onNodeClick={(_, { id }) => {
          const place = document.getElementById(id === triggerId ? "workflow-trigger" : `step-${id}`);
          place?.scrollIntoView({ block: "start", behavior: "smooth" });
        }}
        proOptions={{ hideAttribution: true }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}
