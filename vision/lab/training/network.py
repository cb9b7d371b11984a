"""The small network itself: its layers, and their export as ONNX for `cv2.dnn` and import.

Law: five convolutions and two full layers; the content of a view always has the same place in it, so places are kept to
the end.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.read.occupancy import CHANNELS
from vision.read.windows import HEIGHT, WIDTH

Weights = list[dict[str, Any]]

#: Channels and strides of the 3 x 3 convolutions, then the width of the inner full layer and the number of answers.
CONVOLUTIONS: Final = ((16, 2), (24, 1), (40, 2), (40, 1), (32, 2))
INNER: Final = 32
#: The offset subtracted from each channel first; the first layer has no padding, so this can be merged into its
#: weights.
CENTRES: Final = np.array([128.0] * 3 + [0.0] * 3 + [128.0] + [0.0] * 3 + [128.0, 128.0], dtype=np.float32)
ANSWERS: Final = 3


def fresh_weights(key: Any) -> Weights:
    """Returns random weights of the right size for rectified layers."""
    weights: Weights = []
    before, height, width = CHANNELS, HEIGHT - 2, WIDTH - 2
    for channels, stride in CONVOLUTIONS:
        key, here = jax.random.split(key)
        spread = np.sqrt(2 / (9 * before))
        weights.append({"w": spread * jax.random.normal(here, (3, 3, before, channels)), "b": jnp.zeros(channels)})
        before, height, width = channels, -(-height // stride), -(-width // stride)
    for size, inputs in ((INNER, before * height * width), (ANSWERS, INNER)):
        key, here = jax.random.split(key)
        weights.append({"w": np.sqrt(2 / inputs) * jax.random.normal(here, (inputs, size)), "b": jnp.zeros(size)})
    return weights


def logits(weights: Weights, views: Any) -> Any:
    """Returns the logits (n, 3) for compared views (n, HEIGHT, WIDTH, CHANNELS)."""
    flow = (views - CENTRES) / 255
    for number, (layer, (_, stride)) in enumerate(zip(weights, CONVOLUTIONS, strict=False)):
        margin = int(number > 0)
        flow = jax.lax.conv_general_dilated(
            flow, layer["w"], (stride, stride), [(margin, margin)] * 2, dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        flow = jax.nn.relu(flow + layer["b"])
    flow = flow.reshape(len(flow), -1)
    flow = jax.nn.relu(flow @ weights[-2]["w"] + weights[-2]["b"])
    return flow @ weights[-1]["w"] + weights[-1]["b"]


def write_onnx(weights: Weights, temperature: float, path: Path) -> None:
    """Writes the network for compared views (n, CHANNELS, HEIGHT, WIDTH); its logits are divided by `temperature`."""
    nodes: list[Any] = []
    tensors: list[Any] = []
    flow = "views"

    def add(kind: str, name: str, inputs: Sequence[str], **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def tensor(name: str, values: Any) -> str:
        tensors.append(numpy_helper.from_array(np.asarray(values, dtype=np.float32), name))
        return name

    for number, (layer, (_, stride)) in enumerate(zip(weights, CONVOLUTIONS, strict=False)):
        weight, bias, margin = np.asarray(layer["w"]), np.asarray(layer["b"]), int(number > 0)
        if number == 0:
            weight = weight / 255
            bias = bias - np.einsum("hwio,i->o", weight, CENTRES)
        inputs = [flow, tensor(f"kernel{number}", np.transpose(weight, (3, 2, 0, 1))), tensor(f"shift{number}", bias)]
        shape = {"strides": [stride, stride], "pads": [margin] * 4, "kernel_shape": [3, 3]}
        flow = add("Conv", f"conv{number}", inputs, **shape)
        flow = add("Relu", f"relu{number}", [flow])
    flow = add("Flatten", "flattened", [flow], axis=1)
    inner = np.asarray(weights[-2]["w"])
    channels = CONVOLUTIONS[-1][0]
    # the full layer counts pixels row by row with all channels; ONNX goes channel by channel
    by_channel = inner.reshape(-1, channels, INNER).transpose(1, 0, 2).reshape(-1, INNER)
    flow = add("Gemm", "inner", [flow, tensor("w_inner", by_channel), tensor("b_inner", weights[-2]["b"])])
    flow = add("Relu", "relu_inner", [flow])
    last, shift_last = np.asarray(weights[-1]["w"]) / temperature, np.asarray(weights[-1]["b"]) / temperature
    add("Gemm", "answers", [flow, tensor("w_answers", last), tensor("b_answers", shift_last)])
    given = helper.make_tensor_value_info("views", TensorProto.FLOAT, ["n", CHANNELS, HEIGHT, WIDTH])
    said = helper.make_tensor_value_info("answers", TensorProto.FLOAT, ["n", ANSWERS])
    graph = helper.make_graph(nodes, "occupancy", [given], [said], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))


def read_onnx(path: Path) -> Weights:
    """Returns the weights that `write_onnx` wrote; their temperature stays in the last layer."""
    parts = {part.name: np.array(numpy_helper.to_array(part)) for part in onnx.load(str(path)).graph.initializer}
    weights: Weights = [
        {"w": np.transpose(parts[f"kernel{number}"], (2, 3, 1, 0)), "b": parts[f"shift{number}"]}
        for number in range(len(CONVOLUTIONS))
    ]
    first = weights[0]
    first["b"] = first["b"] + np.einsum("hwio,i->o", first["w"], CENTRES)
    first["w"] = first["w"] * 255
    by_channel = parts["w_inner"].reshape(CONVOLUTIONS[-1][0], -1, INNER)
    weights.append({"w": by_channel.transpose(1, 0, 2).reshape(-1, INNER), "b": parts["b_inner"]})
    weights.append({"w": parts["w_answers"], "b": parts["b_answers"]})
    return [{name: jnp.asarray(part) for name, part in layer.items()} for layer in weights]
